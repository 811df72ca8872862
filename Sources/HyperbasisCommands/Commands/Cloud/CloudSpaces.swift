import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The spaces that the cloud has.
struct CloudSpaces {
  let session: StoreSession
  let cloud: CloudSession

  func load() throws -> [CloudSpace] {
    let mailbox = Mailbox<Result<[CloudSpace], any Error>>()
    let storage = cloud.storage
    Task.detached {
      do {
        mailbox.post(.success(try await storage.cloudSpaces()))
      } catch {
        mailbox.post(.failure(error))
      }
    }
    // The task posts once, however it ends.
    switch mailbox.next() {
    case .success(let spaces)?: return spaces
    case .failure(let error)?:
      let failure = CommandFailure(error)
      throw CommandFailure(failure.status, CommandAdvice.syncText(of: error, cloud.credentials))
    case nil: return []
    }
  }

  /// The ids that words stand for: of spaces here, else of spaces that the cloud alone has.
  func ids(of words: [String]) throws -> [UUID] {
    let here = try session.store.catalog.names().map {
      TextualSelector.Candidate(id: $0.id, name: $0.name)
    }
    var all: [TextualSelector.Candidate]?
    return try words.map { word in
      if let id = try? TextualSelector.space(word, among: here) { return id }
      // What is not here, or names several, is looked for in both.
      let known = Set(here.map(\.id))
      let candidates =
        try all
        ?? here
        + load().filter { !known.contains($0.id) }.map {
          TextualSelector.Candidate(id: $0.id, name: $0.name)
        }
      all = candidates
      return try TextualSelector.space(word, among: candidates)
    }
  }

  func print(json: Bool) throws {
    let spaces = try load()
    if json { return try session.json.printList(spaces) { JSONNode($0) } }
    guard !spaces.isEmpty else { return try session.output.writeLine("The cloud has no spaces.") }
    let ids = ShortIds(Set(spaces.map(\.id)))
    let table = TextTable(
      columns: [
        "ID", .flexible("NAME"), "CHANGED", .number("MAP", worth: 1), "HERE", "FOLLOWED",
      ],
      rows: spaces.map { space in
        [
          .init(ids.text(space.id), .init(.accent)), .init(space.name ?? ""),
          .init(space.updatedAt, showsFraction: false),
          .init(space.mapBytes.map { ByteCountText.text($0) } ?? ""),
          .init(space.isHere ? "yes" : "no"), .init(space.isFollowed ? "yes" : "no"),
        ]
      })
    try session.printReport(table)
  }
}

extension JSONNode {
  init(_ space: CloudSpace) {
    self = .object([
      ("id", JSONNode(space.id)), ("name", .optional(space.name)),
      ("updatedAt", .optional(space.updatedAt)),
      ("worldMapBytes", space.mapBytes.map { .integer($0) } ?? .null),
      ("here", .bool(space.isHere)),
      ("followed", .bool(space.isFollowed)),
    ])
  }
}
