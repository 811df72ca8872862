import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The spaces in the cloud.
struct CloudSpaces {
  let session: StoreSession
  let cloud: CloudSession

  /// Returns the spaces that a word may name.
  private func named(_ word: String) throws -> [TextualSelector.Candidate] {
    guard cloud.storage.takesQuestions else {
      return try cloud.wait { try await $0.cloudSpaces(.max) }.spaces.map {
        TextualSelector.Candidate(id: $0.id, name: $0.name)
      }
    }
    return try cloud.ask { try await $0.findSpaces(word) }.map {
      TextualSelector.Candidate(id: $0.id, name: $0.name)
    }
  }

  /// Returns the ids that words stand for, each once: of spaces here, else of spaces that only the cloud has.
  func ids(of words: [String]) throws -> [UUID] {
    let here = try session.store.catalog.names().map {
      TextualSelector.Candidate(id: $0.id, name: $0.name)
    }
    let ids = try words.map { word in
      if let id = try? TextualSelector.space(word, among: here) { return id }
      // A word that names none here, or several, is looked up in both.
      let known = Set(here.map(\.id))
      let there = try named(word).filter { !known.contains($0.id) }
      return try TextualSelector.space(word, among: here + there)
    }
    var seen: Set<UUID> = []
    return ids.filter { seen.insert($0).inserted }
  }

  /// Prints one page of them.
  ///
  /// - Parameter number: the number of the page, from 1.
  func print(page number: Int, of size: Int, json: Bool) throws {
    let skipped = (number - 1) * size
    let list = try cloud.wait { try await $0.cloudSpaces(size, skipping: skipped) }
    if json { return try session.json.printList(list.spaces) { JSONNode($0) } }
    guard !list.spaces.isEmpty else {
      return try session.output.writeLine(
        skipped == 0 ? "The cloud has no spaces." : "There is no page \(number).")
    }
    try session.printReport(table(list.spaces))
    let end = skipped + list.spaces.count
    guard skipped > 0 || end < list.total else { return }
    let more = end < list.total ? "; --page \(number + 1) has more" : ""
    try session.output.writeLine(
      session.paint("\(skipped + 1) to \(end) of \(list.total) spaces\(TerminalText(more))", .dim))
  }

  private func table(_ spaces: [CloudSpace]) -> TextTable {
    let ids = ShortIds(Set(spaces.map(\.id)))
    return TextTable(
      columns: [
        "ID", .flexible("NAME"), .number("ANCHORS"), .number("EVENTS"), .number("SIZE", worth: 1),
        "CHANGED", .flexible("BY"), "HERE", "FOLLOWED",
      ],
      rows: spaces.map { space in
        [
          .init(ids.text(space.id), .init(.accent)), .init(space.name ?? ""),
          .init(space.anchors.map { "\($0)" } ?? ""), .init(space.events.map { "\($0)" } ?? ""),
          .init((space.bytes ?? space.mapBytes).map { ByteCountText.text($0) } ?? ""),
          .init(space.changedAt, showsFraction: false), .init(space.actor ?? ""),
          .init(space.isHere ? "yes" : "no"), .init(space.isFollowed ? "yes" : "no"),
        ]
      })
  }
}

extension JSONNode {
  init(_ space: CloudSpace) {
    self = .object([
      ("id", JSONNode(space.id)), ("name", .optional(space.name)),
      ("anchors", .optional(space.anchors) { .integer($0) }),
      ("events", .optional(space.events) { .integer($0) }),
      ("bytes", .optional(space.bytes) { .integer($0) }),
      ("worldMapBytes", .optional(space.mapBytes) { .integer($0) }),
      ("updatedAt", .optional(space.changedAt)), ("actor", .optional(space.actor)),
      ("here", .bool(space.isHere)), ("followed", .bool(space.isFollowed)),
    ])
  }
}
