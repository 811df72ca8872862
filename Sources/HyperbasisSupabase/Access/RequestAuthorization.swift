import Foundation
import HyperbasisHTTP
import HyperbasisModels
import HyperbasisSync

/// The credentials of requests: the key of the project, and the token of a user if one is signed in.
actor RequestAuthorization {
  nonisolated let key: ProjectKey
  private let provider: HBAccessTokenProvider?
  private var token: String?
  /// One renewal for all requests that were refused together.
  private var renewal: (refused: String, task: Task<String, any Error>)?

  init(key: ProjectKey, provider: HBAccessTokenProvider?) {
    self.key = key
    self.provider = provider
  }

  /// Asks for the current user's token, so that a change of users is noticed.
  func reload() async throws(CloudFailure) -> String? {
    guard let provider else { return nil }
    token = try await Self.ask { try await provider.token(nil) }
    return token
  }

  /// Returns the token of the user; nil if there is only the key.
  func current() async throws(CloudFailure) -> String? {
    if let token { return token }
    return try await reload()
  }

  /// Returns a token other than the one that was refused; nil if there is none.
  func renewed(after refused: String) async throws(CloudFailure) -> String? {
    guard let provider else { return nil }
    if let token, token != refused { return token }
    if renewal?.refused != refused {
      renewal = (refused, Task { try await provider.token(refused) })
    }
    guard let task = renewal?.task else { return nil }
    // Whatever the result, the next refusal asks again.
    defer { if renewal?.refused == refused { renewal = nil } }
    let new = try await Self.ask { try await task.value }
    token = new
    return new == refused ? nil : new
  }

  private static func ask(
    _ body: () async throws -> String
  ) async throws(CloudFailure) -> String {
    let token: String
    do {
      token = try await body()
    } catch let error as URLError {
      throw HTTPFailure(error, hasBegun: false).cloudFailure
    } catch {
      // A provider may throw this as well, as when a user closes its window: the sync goes on then.
      if error is CancellationError, Task.isCancelled { throw .cancelled }
      // The description of the error is not ours: it may contain anything.
      throw .unauthorized(
        ServerResponse(status: 401, message: "the user's token could not be fetched"))
    }
    guard ProjectKey(token).isValid else {
      throw .unauthorized(ServerResponse(status: 401, message: "the user's token is empty"))
    }
    return ProjectKey(token).text
  }
}

extension RequestAuthorization: CustomReflectable {
  /// A token must not reach a log through a dump of what holds it.
  nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}
