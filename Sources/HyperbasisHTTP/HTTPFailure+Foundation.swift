import Foundation

extension HTTPFailure {
  /// Describes Foundation's error in words of our own: its description contains the URL, which may
  /// contain a signature.
  package init(_ error: any Error, hasBegun: Bool) {
    let code = (error as NSError).domain == NSURLErrorDomain ? (error as NSError).code : 0
    switch URLError.Code(rawValue: code) {
    case .cancelled: self = .cancelled
    case .timedOut: self = .unreachable("it did not respond in time")
    case .cannotFindHost, .dnsLookupFailed:
      self = .unreachable("its host name could not be resolved")
    case .cannotConnectToHost: self = .unreachable("the connection was refused")
    case .notConnectedToInternet: self = .unreachable("there is no network")
    case .secureConnectionFailed: self = .unreachable("no secure connection could be made")
    case .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired:
      self = .unreachable("its certificate is not trusted")
    case .networkConnectionLost: self = .cut("the connection was lost")
    case .badServerResponse, .cannotParseResponse, .zeroByteResource:
      self = .cut("the response was cut off")
    default:
      self =
        hasBegun ? .cut("the response was cut off") : .cut("the connection failed, error \(code)")
    }
  }
}
