import Foundation
import HyperbasisHTTP
import HyperbasisSync

/// How a request is retried after a transient failure: a connection that broke, a server that was busy
/// for a moment. Every request of syncing may be repeated.
///
/// A server that cannot be reached at all, or says how long to wait, is left alone until a later pass.
struct RequestRetry: Sendable {
  /// How often a request is sent again.
  var most = 3
  /// Waits a number of seconds.
  var sleep: @Sendable (TimeInterval) async throws -> Void = { seconds in
    try await Task.sleep(for: .seconds(seconds))
  }
  /// A random number from 0 to the one given.
  var random: @Sendable (TimeInterval) -> TimeInterval = { .random(in: 0...$0) }

  /// The longest first delay, in seconds; each later one may be twice as long.
  private static let base: TimeInterval = 0.5

  /// Waits before the next try.
  ///
  /// - Parameter failures: how many tries have failed, from 1.
  func wait(after failures: Int) async throws(CloudFailure) {
    do {
      try await sleep(random(Self.base * pow(2, Double(failures - 1))))
    } catch {
      throw .cancelled
    }
  }
}

extension HTTPFailure {
  /// Whether another try a moment later may succeed.
  var mayPass: Bool {
    if case .cut = self { true } else { false }
  }
}

extension CloudFailure {
  /// Whether the server may carry out the same request a moment later.
  var mayPass: Bool {
    switch self {
    // After 57014, a timeout of the statement, the batch is halved instead.
    case .busy(let answer, nil): answer.code != "57014"
    // A proxy in front of a server that is restarting.
    case .unexpectedAnswer(let answer): (502...504).contains(answer.status)
    default: false
    }
  }
}
