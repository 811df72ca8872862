package import Foundation
import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisJSONText

/// A draft that had not been written when the program ended, kept for the next start.
package struct SavedDraft: Sendable {
  package typealias Edit = Draft.Edit

  package let spaceId: UUID
  package let savedAt: HBInstant
  /// The log that the draft was based on.
  package let head: HBLogHead
  package let edits: [Edit]
}

extension SavedDraft: Equatable {
  // A draft is saved once, so its time distinguishes it from others of the space.
  package static func == (left: SavedDraft, right: SavedDraft) -> Bool {
    left.spaceId == right.spaceId && left.savedAt == right.savedAt
  }
}

// MARK: - Files

extension SavedDraft {
  private static let format = "hyperbasis draft"

  /// Returns the contents of the draft's file: one line for each edit.
  ///
  /// - Parameter store: the path of the store, for human readers of the file.
  package func text(store: String) throws(JSONError) -> String {
    try MemoryFile.text(
      format: Self.format,
      members: [
        "store": .string(store), "space": AnyCodableValue(spaceId),
        "savedAt": AnyCodableValue(savedAt),
        "head": [
          "bytes": .int(head.bytes), "events": .int(head.events),
          "lastEvent": head.lastEventId.map { AnyCodableValue($0) } ?? .null,
        ],
      ],
      lines: edits.map { edit in
        .dictionary([
          "before": edit.before.map { .dictionary(.init($0)) } ?? .null,
          "after": .dictionary(.init(edit.after)),
        ])
      })
  }

  /// Reads a file; errors in the lines of edits are returned along with the other edits.
  package static func read(
    _ text: String
  ) throws(MemoryFile.Problem) -> (draft: SavedDraft, problems: [MemoryFile.Problem]) {
    let file = try MemoryFile(text, format: format)
    guard let spaceId = file.members["space"]?.uuid, let savedAt = file.members["savedAt"]?.instant,
      let head = file.members["head"]?.dictionaryValue.flatMap(head)
    else { throw MemoryFile.Problem(line: 1, text: "space, savedAt or head is missing") }
    var problems = file.problems
    let edits = file.lines.compactMap { number, value -> Edit? in
      guard let edit = edit(value), edit.after.spaceId == spaceId else {
        problems.append(MemoryFile.Problem(line: number, text: "this is not an edit of the space"))
        return nil
      }
      return edit
    }
    let draft = SavedDraft(spaceId: spaceId, savedAt: savedAt, head: head, edits: edits)
    return (draft, problems.sorted { $0.line < $1.line })
  }

  private static func head(_ members: [String: AnyCodableValue]) -> HBLogHead? {
    guard let bytes = members["bytes"]?.intValue, let events = members["events"]?.intValue else {
      return nil
    }
    return HBLogHead(bytes: bytes, events: events, lastEventId: members["lastEvent"]?.uuid)
  }

  private static func edit(_ value: AnyCodableValue) -> Edit? {
    guard let members = value.dictionaryValue, let before = members["before"],
      let after = members["after"]?.dictionaryValue?.anchor
    else { return nil }
    if before.isNull { return Edit(before: nil, after: after) }
    guard let before = before.dictionaryValue?.anchor, before.id == after.id else { return nil }
    return Edit(before: before, after: after)
  }
}
