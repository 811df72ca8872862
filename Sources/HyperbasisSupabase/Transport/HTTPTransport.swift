import HyperbasisStore

/// Sends one request and gives its answer, whatever the status: the seam between what is asked and
/// the library that asks.
///
/// Nothing is kept between requests but connections: no cookies, no answers. No redirect is
/// followed, because a request carries the key. A cancelled task ends its request at once.
protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPAnswer
}

/// How long an exchange may take.
enum HTTPPatience {
  /// Seconds that may pass without a byte.
  static let idle = 60
  /// Seconds that one request may take.
  static let whole = 600
}

/// Chooses the transport of this system.
enum SystemTransport {
  static func make(files: any FileSystem) -> any HTTPTransport {
    #if canImport(FoundationNetworking)
      if let transport = CurlTransport(files: files) { return transport }
    #endif
    return FoundationTransport(files: files)
  }
}
