import Foundation

/// Where the access token of the user who is signed in comes from.
///
/// Signing in is the app's matter, in whatever way its project offers. What syncing needs of it is
/// a token, and a new one when that has expired:
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

  /// - Parameter token: gives a token. It is asked with nil before each sync, so it should answer
  ///   from memory then; and with the token that the server has just refused, once, for one that
  ///   it takes. What it throws ends the sync as ``HBStorageError/unauthorized``, except for a
  ///   `URLError`, which counts as being offline.
  public init(_ token: @escaping @Sendable (_ refused: String?) async throws -> String) {
    self.token = token
  }
}

/// Two are equal where one is a copy of the other.
extension HBAccessTokenProvider: Equatable {
  public static func == (left: HBAccessTokenProvider, right: HBAccessTokenProvider) -> Bool {
    left.identity === right.identity
  }
}

// What a closure holds is nobody's business in a log.
extension HBAccessTokenProvider: CustomStringConvertible, CustomReflectable {
  public var description: String { "accessTokenProvider" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
