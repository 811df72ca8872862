import Foundation
import HyperbasisModels

/// A time for which a server asked to be left alone, with `Retry-After`. It binds every process that
/// syncs the store, however short-lived.
struct ServerRespite: Codable, Equatable, Sendable {
  @Microseconds var until: HBInstant
  /// The status of the response that asked for it.
  var status: Int
  var code: String?
  var message: String?

  /// Returns nil if the failure does not say how long to wait.
  init?(_ failure: any Error, at now: HBInstant) {
    guard case .busy(let answer, let seconds?)? = failure as? CloudFailure else { return nil }
    until = now.advanced(byMicroseconds: Int64(seconds * 1e6))
    (status, code, message) = (answer.status, answer.code, answer.message)
  }

  func failure(at now: HBInstant) -> CloudFailure {
    .busy(
      ServerResponse(status: status, code: code, message: message),
      retryAfter: Double(until.microseconds - now.microseconds) / 1e6)
  }
}
