import Foundation

/// Where the access token of the signed-in user comes from.
///
/// Signing in is up to the app, in whatever way its project offers. All that syncing needs is a token, and
/// a new one when that has expired:
///
/// ```swift
/// let config = HBStorageConfig(
///   backend: .supabase(url: url, anonKey: key), syncStrategy: .onSave,
///   accessToken: HBAccessTokenProvider { refused in
///     refused == nil ? try await session.currentToken() : try await session.refresh()
///   })
/// ```
public struct HBAccessTokenProvider: Sendable {
  private final class Identity: Sendable {}

  private let identity = Identity()
  package let token: @Sendable (_ refused: String?) async throws -> String

  /// Creates a provider that gets its tokens from a closure.
  ///
  /// - Parameter token: returns a token. It is called with nil before each sync, so it should answer from
  ///   memory then; and once with a token that the server has just refused, for one that it accepts. An
  ///   error that it throws ends the sync as ``HBStorageError/unauthorized``, except for a `URLError`,
  ///   which counts as being offline.
  public init(_ token: @escaping @Sendable (_ refused: String?) async throws -> String) {
    self.token = token
  }
}

/// Two providers are equal if one is a copy of the other.
extension HBAccessTokenProvider: Equatable {
  public static func == (left: HBAccessTokenProvider, right: HBAccessTokenProvider) -> Bool {
    left.identity === right.identity
  }
}

// What the closure captures must not reach a log.
extension HBAccessTokenProvider: CustomStringConvertible, CustomReflectable {
  public var description: String { "accessTokenProvider" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
