/// Sends one request and returns its response, whatever the status: the seam between requests and the
/// library that sends them.
///
/// Nothing is kept between requests but connections: no cookies, no responses. No redirect is followed,
/// because a request carries the key. A cancelled task ends its request at once.
package protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

/// How long an exchange may take.
package enum HTTPPatience {
  /// Seconds that may pass without a byte.
  package static let idle = 60
  /// Seconds that one request may take.
  package static let whole = 600
}
