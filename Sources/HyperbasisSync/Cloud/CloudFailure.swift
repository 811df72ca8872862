package import Foundation
package import HyperbasisModels
package import HyperbasisStore

/// Why a cloud could not do what it was asked for, grouped by what to do about it.
package enum CloudFailure: Error, Equatable, Sendable {
  /// No connection, an unknown name, no TLS, a timeout, a response that was cut off. Nobody is to blame:
  /// the pass ends, and is repeated later.
  case unreachable(String)
  /// The server is up but cannot do it now: 429, 5xx, a lock, a timeout of its own. Smaller writes may
  /// help; `retryAfter`, in seconds, is the least time to wait.
  case busy(ServerResponse, retryAfter: TimeInterval?)
  /// The key or the token is refused, and could not be refreshed.
  case unauthorized(ServerResponse)
  /// A table or column is missing, or not known to the server yet.
  case missing(String, ServerResponse)
  /// A row or a request is refused for good: bad values, a violated constraint, no permission.
  case rejected(ServerResponse)
  /// An anchor's space is not on the server.
  case missingParent(ServerResponse)
  /// What was sent is larger than the server accepts.
  case tooLarge(ServerResponse)
  /// What was asked for does not exist: an object of a bucket.
  case notFound(ServerResponse)
  /// Something other than the cloud answered: a proxy, a login page.
  case unexpectedAnswer(ServerResponse)
  /// A file on this machine could not be read or written.
  case file(FileError)
  case cancelled
  /// The project's address is not valid.
  case invalidAddress(String)
}

extension CloudFailure {
  /// What counts as the refusal of an event that the cloud holds in another space: no server says so
  /// itself.
  static let heldElsewhere = CloudFailure.rejected(
    ServerResponse(
      status: 409, code: heldElsewhereCode,
      message: "the cloud holds the same event in another space"))

  /// The code of ``heldElsewhere``, which is neither PostgreSQL's nor PostgREST's.
  package static let heldElsewhereCode = "other-space"

  /// Whether the other events of an anchor, and its row, must wait for a refused event. What is refused
  /// for its content alone holds nothing up.
  var holdsBackAnchor: Bool {
    deniesPermission || answer.code == Self.heldElsewhereCode
  }
}

/// How a server refused.
package struct ServerResponse: Equatable, Sendable {
  /// The HTTP status, or the one in the body if the response's own status disguises it.
  package var status: Int
  /// PostgREST's or PostgreSQL's own code: `23503`, `PGRST205`.
  package var code: String?
  package var message: String?

  package init(status: Int, code: String? = nil, message: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// `23503: insert or update on table …`.
  package var text: String? {
    // A code of our own is no help to anybody.
    let parts = [code == CloudFailure.heldElsewhereCode ? nil : code, message].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}

extension CloudFailure {
  /// The error that a caller of the library gets.
  package var storageError: any Error {
    switch self {
    case .unreachable: HBStorageError.networkError(self)
    case .unauthorized: HBStorageError.unauthorized
    case .busy(let answer, _), .missingParent(let answer), .notFound(let answer):
      HBStorageError.serverError(code: answer.status, message: answer.text)
    case .rejected(let answer): HBStorageError.refusedByCloud(answer.text ?? "\(answer.status)")
    case .missing(let name, _): HBStorageError.missingInCloud(name)
    case .tooLarge(let answer):
      HBStorageError.tooLargeForCloud(answer.text ?? "\(answer.status)")
    case .unexpectedAnswer(let answer):
      HBStorageError.unexpectedAnswer(code: answer.status, message: answer.message)
    case .file(let error): HBStorageError.fileSystemError(underlying: error)
    case .cancelled: CancellationError()
    case .invalidAddress(let text): HBStorageError.invalidURL(text)
    }
  }
}

extension CloudFailure {
  /// Returns the error that a caller of the library gets, naming what the cloud was asked for if that
  /// decides what to do.
  func storageError(about subject: String) -> any Error {
    switch storageError {
    case HBStorageError.refusedByCloud(let reason):
      HBStorageError.refusedByCloud("\(subject): \(reason)")
    case HBStorageError.tooLargeForCloud(let reason):
      HBStorageError.tooLargeForCloud("\(subject): \(reason)")
    case HBStorageError.serverError(let code, let message):
      HBStorageError.serverError(
        code: code, message: message.map { "\(subject): \($0)" } ?? subject)
    case let error: error
    }
  }
}

extension CloudFailure {
  /// Returns the error that a caller of the library gets, with the time until which a busy server is left
  /// alone, if that is so far off that a user who tries again meanwhile would wonder. A time, unlike a
  /// duration, is still true when the message is read later.
  package func storageError(at now: HBInstant) -> any Error {
    guard case .busy(let answer, let seconds?) = self, seconds >= Self.leastWait else {
      return storageError
    }
    let until = now.advanced(byMicroseconds: Int64(seconds * 1e6) + 999_999)
    let wish = "it asked to be left alone, which it is until \(until.wholeSecondText)"
    return HBStorageError.serverError(
      code: answer.status, message: answer.text.map { "\($0); \(wish)" } ?? wish)
  }

  /// The time, in seconds, that it takes at least to type a command again.
  private static let leastWait: TimeInterval = 2
}

extension CloudFailure: LocalizedError {
  package var errorDescription: String? {
    switch self {
    case .unreachable(let reason): reason
    case .file(let error): error.errorDescription
    case .cancelled: "cancelled"
    case .invalidAddress(let text): "\(text) is not a valid address"
    case .missing(let name, let answer): "\(name) is missing (\(Self.text(answer)))"
    case .busy(let answer, _), .unauthorized(let answer), .rejected(let answer),
      .missingParent(let answer), .tooLarge(let answer), .notFound(let answer),
      .unexpectedAnswer(let answer):
      Self.text(answer)
    }
  }

  private static func text(_ answer: ServerResponse) -> String {
    "status \(answer.status)" + (answer.text.map { ", \($0)" } ?? "")
  }
}
