import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import TestSupport
import Testing

/// Spaces are listed, and anchors found, without reading logs that have not changed.
struct SpaceMemoryTests {
  private static let eager: IndexPolicy = {
    var policy = IndexPolicy()
    (policy.leastEvents, policy.leastFiles, policy.leastSpaces) = (1, 1, 1)
    return policy
  }()

  /// Where an anchor is, and how many logs had to be read to find it.
  private struct Answer: Equatable {
    let space: UUID?
    let logsRead: Int
  }

  private func makeStore(spaces: Int) throws -> (folder: TemporaryStore, spaces: [UUID]) {
    let folder = try TemporaryStore()
    let store = folder.open(indexPolicy: .unread)
    let ids = try (0..<spaces).map { number in
      let id = try store.spaces.create(name: "Space \(number)")
      for x in 0...number % 4 {
        try store.perform(.save([.sample(id, x: Float(x))]), spaceId: id)
      }
      return id
    }
    try store.flush()
    try folder.age()
    return (folder, ids)
  }

  private func list(
    _ folder: TemporaryStore, policy: IndexPolicy = eager, measuringMaps: Bool = true
  ) throws -> (text: String, logsRead: Int) {
    let files = MeasuringFileSystem(ending: "events.jsonl")
    let store = folder.open(files: files, indexPolicy: policy)
    let summaries = try store.catalog.summaries(measuringMaps: measuringMaps)
    return (summaries.map { "\($0)" }.joined(separator: "\n"), files.files)
  }

  @Test func `a second list opens no log`() throws {
    let (folder, spaces) = try makeStore(spaces: 12)
    let plain = try list(folder, policy: .unread)
    #expect(plain.logsRead >= 12)
    #expect(try list(folder).text == plain.text)
    let again = try list(folder)
    #expect(again.text == plain.text)
    #expect(again.logsRead == 0)
    #expect(try list(folder, measuringMaps: false).logsRead == 0)
    let store = folder.open(indexPolicy: .readOnly)
    try store.perform(.save([.sample(spaces[4], x: 9)]), spaceId: spaces[4])
    try store.flush()
    let changed = try list(folder)
    #expect(changed.logsRead <= 2)
    #expect(try changed.text == list(folder, policy: .unread).text)
  }

  @Test func `an anchor is found without reading all logs`() throws {
    let (folder, spaces) = try makeStore(spaces: 10)
    func space(of anchor: UUID) throws -> Answer {
      let files = MeasuringFileSystem(ending: "events.jsonl")
      let store = folder.open(files: files, indexPolicy: Self.eager)
      return Answer(space: try store.catalog.space(ofAnchor: anchor), logsRead: files.files)
    }
    let anchor = HBAnchor.sample(spaces[6], x: 3)
    let store = folder.open(indexPolicy: .unread)
    try store.perform(.save([anchor]), spaceId: spaces[6])
    try store.flush()
    #expect(try space(of: anchor.id) == Answer(space: spaces[6], logsRead: 0))
    // Without its file only the log knows it.
    try FileManager.default.removeItem(
      at: folder.url.appending(path: "anchors/\(anchor.id.uuidString).json"))
    try folder.age()
    #expect(try space(of: UUID()).logsRead == 10)
    #expect(try space(of: UUID()) == Answer(space: nil, logsRead: 0))
    #expect(try space(of: anchor.id) == Answer(space: spaces[6], logsRead: 0))
    try store.perform(.save([.sample(spaces[2])]), spaceId: spaces[2])
    #expect(try space(of: UUID()).logsRead == 1)
  }

  @Test func `a change of one space opens its log alone`() throws {
    let (folder, spaces) = try makeStore(spaces: 8)
    _ = try list(folder)
    let warm = folder.open(indexPolicy: Self.eager)
    #expect(try warm.catalog.space(ofAnchor: UUID()) == nil)
    let files = MeasuringFileSystem(ending: "events.jsonl")
    let store = folder.open(files: files, indexPolicy: Self.eager)
    #expect(try store.catalog.names().count == 8)
    try store.perform(.save([.sample(spaces[1], x: 8)]), spaceId: spaces[1])
    // Once to read it, once to append to it.
    #expect(files.files <= 3)
  }

  @Test(arguments: 0..<10)
  func `whatever happens, the list is that of a store read whole`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var (folder, spaces) = try makeStore(spaces: 5)
    for round in 0..<12 {
      let space = spaces[Int.random(in: 0..<spaces.count, using: &random)]
      let store = folder.open(indexPolicy: Self.eager)
      switch Int.random(in: 0...7, using: &random) {
      case 0: try store.perform(.save([.sample(space, x: Float(round))]), spaceId: space)
      case 1: try store.spaces.rename(space, to: "Round \(round)")
      case 2: try store.anchors.save(.sample(space, x: -1))
      case 3:
        if let anchor = try store.loadAnchors(spaceId: space).first(where: { !$0.isDeleted }) {
          try store.perform(.delete([anchor.id]), spaceId: space)
        }
      case 4: try store.purgeDeletedAnchors(before: .distantFuture)
      case 5:
        try store.deleteSpace(id: space)
        spaces.removeAll { $0 == space }
        spaces.append(try store.spaces.create(name: nil))
      case 6:
        if let anchor = try store.loadAnchors(spaceId: space).first {
          // As the SDK saves an anchor again under another space.
          try store.anchors.save(
            .sample(spaces[0], id: anchor.id, x: anchor.position.x))
        }
      default: try folder.age()
      }
      try store.flush()
      let expected = try list(folder, policy: .unread).text
      #expect(try list(folder).text == expected, "seed \(seed), round \(round)")
      #expect(try list(folder).text == expected, "seed \(seed), round \(round)")
    }
  }
}
