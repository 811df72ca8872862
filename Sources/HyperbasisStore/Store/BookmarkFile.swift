package import Foundation
package import HyperbasisHistory
import HyperbasisJSONText
package import HyperbasisModels
import SystemPackage

/// The notes on instants that the users of a store share: `.hyperbasis/bookmarks.json`, a list of
/// `{id, spaceId, at, note, actor, createdAt}`.
package struct BookmarkFile: Sendable {
  let context: StoreContext

  private var path: FilePath { context.layout.bookmarks }
}

extension BookmarkFile {
  /// Returns the bookmarks of one space or of all, in order of their instants; none if there is no file.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` if the file is not a list.
  package func load(spaceId: UUID? = nil) throws -> [Bookmark] {
    try reachingFiles {
      try elements().compactMap { Bookmark($0) }
        .filter { spaceId == nil || $0.spaceId == spaceId }.inOrder
    }
  }

  /// The status of the file now, which is another one after each change; nil if there is none.
  package var status: FileStatus? { (try? context.files.status(at: path)) ?? nil }

  /// Makes a bookmark of the current actor at the current time, to be added.
  package func make(_ note: String, at instant: HBInstant, spaceId: UUID) -> Bookmark {
    Bookmark(
      id: context.makeUUID(), spaceId: spaceId, instant: instant, note: note, actor: context.actor,
      createdAt: context.clock())
  }

  /// Adds a bookmark.
  ///
  /// - Returns: all bookmarks of its space.
  package func add(_ bookmark: Bookmark) throws -> [Bookmark] {
    try change(in: bookmark.spaceId) { $0.append(bookmark.element) }
  }

  /// Removes a bookmark; one that somebody else has removed is already gone.
  ///
  /// - Returns: the bookmarks of its space that are left.
  package func remove(_ bookmark: Bookmark) throws -> [Bookmark] {
    try change(in: bookmark.spaceId) { elements in
      elements.removeAll { Bookmark($0)?.id == bookmark.id }
    }
  }

  /// Changes the list under its lock. What this version does not understand stays in the file.
  private func change(
    in spaceId: UUID, _ body: (inout [AnyCodableValue]) -> Void
  ) throws -> [Bookmark] {
    let lock = StoreLock(
      context.layout.bookmarkLock, in: context, for: spaceId, refusal: .locked(spaceId: spaceId))
    return try reachingFiles {
      try lock.withLock {
        var elements = try elements()
        body(&elements)
        try context.createOwnDirectory(context.layout.own)
        try context.files.replace(path, with: JSONWriter.data(.array(elements)), .durable)
        return elements.compactMap { Bookmark($0) }.filter { $0.spaceId == spaceId }.inOrder
      }
    }
  }

  private func elements() throws -> [AnyCodableValue] {
    guard let data = try context.files.contents(of: path, atMost: FileLimit.list) else {
      return []
    }
    do {
      if let list = try JSONParser.parse([UInt8](data)).arrayValue { return list }
    } catch {
      throw damaged(error.localizedDescription)
    }
    throw damaged("it is not a list")
  }

  private func damaged(_ reason: String) -> HBStorageError {
    .decodingFailed(
      underlying: FileFormatError(file: context.layout.relative(path), reason: reason))
  }
}

extension Bookmark {
  init?(_ element: AnyCodableValue) {
    guard let members = element.dictionaryValue,
      let id = members["id"]?.stringValue.flatMap(UUID.init(uuidString:)),
      let spaceId = members["spaceId"]?.stringValue.flatMap(UUID.init(uuidString:)),
      let instant = members["at"]?.stringValue.flatMap({ HBInstant(rfc3339: $0) }),
      let note = members["note"]?.stringValue
    else { return nil }
    let createdAt = members["createdAt"]?.stringValue.flatMap { HBInstant(rfc3339: $0) }
    self.init(
      id: id, spaceId: spaceId, instant: instant, note: note,
      actor: members["actor"]?.stringValue, createdAt: createdAt ?? instant)
  }

  fileprivate var element: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "id": .string(id.uuidString), "spaceId": .string(spaceId.uuidString),
      "at": .string(instant.rfc3339Text), "note": .string(note),
      "createdAt": .string(createdAt.rfc3339Text),
    ]
    if let actor { members["actor"] = .string(actor) }
    return .dictionary(members)
  }
}
