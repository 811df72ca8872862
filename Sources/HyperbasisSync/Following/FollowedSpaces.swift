package import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels
package import HyperbasisStore

/// The spaces of a cloud that a store is kept in sync with.
package enum FollowedSpaces: Equatable, Sendable {
  case all(except: Set<UUID>)
  case some(Set<UUID>)

  package static let usual = FollowedSpaces.all(except: [])
}

extension FollowedSpaces {
  package func contains(_ id: UUID) -> Bool {
    switch self {
    case .all(let exceptions): !exceptions.contains(id)
    case .some(let ids): ids.contains(id)
    }
  }

  /// The followed spaces, if they are listed one by one.
  var named: Set<UUID>? { if case .some(let ids) = self { ids } else { nil } }

  /// Whether every space is followed.
  package var isAll: Bool { self == .usual }

  package mutating func follow(_ ids: some Sequence<UUID>) {
    switch self {
    case .all(let exceptions): self = .all(except: exceptions.subtracting(ids))
    case .some(let known): self = .some(known.union(ids))
    }
  }

  package mutating func unfollow(_ ids: some Sequence<UUID>) {
    switch self {
    case .all(let exceptions): self = .all(except: exceptions.union(ids))
    case .some(let known): self = .some(known.subtracting(ids))
    }
  }
}

/// The file that says which spaces are followed: `.hyperbasis/followed.json`, `{"all": true, "except":
/// ["ID"]}` or `{"all": false, "spaces": ["ID"]}`.
package struct FollowedSpacesFile: Sendable {
  private let store: HBLocalStore
  private var context: StoreContext { store.context }

  package init(_ store: HBLocalStore) {
    self.store = store
  }
}

extension FollowedSpacesFile {
  /// Returns the spaces here that are not followed; none if that cannot be read, which is reported
  /// elsewhere.
  package func unfollowed() -> Set<UUID> {
    guard let followed = try? load(), !followed.isAll, let ids = try? store.catalog.ids() else {
      return []
    }
    return ids.filter { !followed.contains($0) }
  }

  /// Loads which spaces are followed; all of them if there is no file.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged file: a user who follows a
  ///   few of very many spaces does not want all of them.
  package func load() throws -> FollowedSpaces {
    try reachingFiles {
      guard let data = try context.files.contents(of: context.layout.followed) else {
        return .usual
      }
      let members: [String: AnyCodableValue]?
      do {
        members = try JSONParser.parse([UInt8](data)).dictionaryValue
      } catch {
        throw damaged(error.localizedDescription)
      }
      guard let members, let isAll = members["all"]?.boolValue else {
        throw damaged("it does not say whether all spaces are followed")
      }
      let ids = try ids(members[isAll ? "except" : "spaces"])
      return isAll ? .all(except: ids) : .some(ids)
    }
  }

  package func save(_ followed: FollowedSpaces) throws {
    try reachingFiles {
      let members: [String: AnyCodableValue]
      switch followed {
      case .all(let exceptions): members = ["all": true, "except": list(exceptions)]
      case .some(let ids): members = ["all": false, "spaces": list(ids)]
      }
      try context.files.createDirectories(context.layout.own, isFlushed: true)
      try context.files.replace(
        context.layout.followed, with: JSONWriter.data(.dictionary(members)), .durable)
    }
  }

  private func list(_ ids: Set<UUID>) -> AnyCodableValue {
    .array(ids.sorted().map { .string($0.uuidString) })
  }

  private func ids(_ list: AnyCodableValue?) throws -> Set<UUID> {
    guard let list else { return [] }
    let ids = list.arrayValue?.map { $0.stringValue.flatMap { UUIDBits(text: $0)?.uuid } }
    guard let ids, !ids.contains(nil) else { throw damaged("it is not a list of ids") }
    return Set(ids.compactMap { $0 })
  }

  private func damaged(_ reason: String) -> HBStorageError {
    .decodingFailed(
      underlying: FileFormatError(
        file: context.layout.relative(context.layout.followed), reason: reason,
        remedy: "Correct it, or remove it to follow all spaces"))
  }
}
