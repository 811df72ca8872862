import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage
import Testing

@Suite struct VerifyTests {
  private let space = UUID()
  private var path: String { "events/\(space.uuidString)/events.jsonl" }

  private func line(
    _ anchor: UUID = UUID(), id: UUID = UUID(), version: Int = 1, second: Double = 0,
    extras: LogExtras = LogExtras()
  ) throws -> String {
    let event = HBAnchorEvent(
      id: id, anchorId: anchor, spaceId: space, type: .created,
      timestamp: Date(timeIntervalSince1970: 1_700_000_000 + second), version: version,
      transform: HBTransform.identity, metadata: ["n": .int(Int(second))])
    return String(decoding: try LogLine.encode(event, extras: extras), as: UTF8.self)
  }

  /// Returns a line without a checksum, which tests may edit.
  private func plainLine(_ anchor: UUID = UUID()) throws -> String {
    try line(anchor).replacing(/,"check":"[0-9a-f]{8}"/, with: "")
  }

  @Test(arguments: LogProblem.Kind.allCases)
  func aProblemOfALogHasTheSameNameInReports(kind: LogProblem.Kind) {
    #expect(HBStoreProblem.Kind(kind).rawValue == kind.rawValue)
  }

  /// Looking at all anchor files anew for each space would take time in proportion to spaces times files.
  @Test func theAnchorFilesAreListedAsOftenForManySpacesAsForOne() throws {
    func listings(spaces: Int) throws -> Int {
      let folder = try TemporaryStore()
      let writer = folder.open()
      for _ in 0..<spaces {
        let space = UUID()
        try writer.perform(.save([.sample(space), .sample(space)]), spaceId: space)
      }
      try writer.flush()
      let count = Mutex(0)
      let files = FaultyFileSystem { operation, path in
        if operation == .list, path.lastComponent == "anchors" { count.withLock { $0 += 1 } }
        return nil
      }
      #expect(try folder.open(files: files).verifier.verify().problems.isEmpty)
      return count.withLock { $0 }
    }
    let one = try listings(spaces: 1)
    #expect(one > 0)
    #expect(try listings(spaces: 25) == one)
  }

  /// Checks what is found in a log of these lines, and what is left after repairing it.
  private func check(
    _ text: String, finds kinds: [HBStoreProblem.Kind], leaving left: [HBStoreProblem.Kind],
    events: Int
  ) throws {
    let folder = try TemporaryStore()
    try folder.write(path, text)
    do {
      let store = folder.open()
      let before = try folder.contentsButReach()
      #expect(try store.verifier.verify().problems.map(\.kind) == kinds)
      #expect(try folder.contentsButReach() == before)
      #expect(try store.verifier.repair().problems.map(\.kind) == kinds)
      #expect(try store.verifier.verify().problems.map(\.kind) == left)
      #expect(try store.loadEvents(spaceId: space).count == events)
    }
    let repaired = try folder.contents()
    do { _ = try folder.open().verifier.repair() }
    #expect(try folder.contents() == repaired)
  }

  @Test func soundLinesAreNoProblem() throws {
    try check("\(line())\n\(line())\n", finds: [], leaving: [], events: 2)
    try check("\(line())\n\(line())", finds: [], leaving: [], events: 2)
  }

  @Test func damagedLinesGoToQuarantine() throws {
    let text = try "\(line())\n{\"half\": \n\(line())\n\0\0\0\0\n\(line())\n{\"id\":\"to"
    try check(text, finds: [.damagedLine, .nulFill, .tornTail], leaving: [], events: 3)
    let folder = try TemporaryStore()
    try folder.write(path, text)
    let store = folder.open()
    let report = try store.verifier.verify()
    #expect(report.severity == .damage)
    #expect(report.problems.map(\.line) == [2, 4, 6])
    #expect(report.problems.first?.excerpt == "{\"half\": ")
    _ = try store.verifier.repair()
    // No byte is lost: what is left and what was moved away add up to what there was.
    let names = folder.names(in: ".hyperbasis/quarantine").filter { $0.hasSuffix(".bytes") }
    let moved = try names.reduce(0) { try $0 + folder.read(".hyperbasis/quarantine/\($1)").count }
    #expect(try folder.log(of: space).count + moved == text.utf8.count)
    let records = String(
      decoding: try folder.read(".hyperbasis/quarantine/records.jsonl"), as: UTF8.self)
    #expect(records.split(separator: "\n").count == 3)
    #expect(records.contains(#""kind":"torn-tail""#))
  }

  @Test func anAlteredLineIsReportedAndCountsAsItStands() throws {
    let text = try "\(line())\n\(line(second: 7))\n\(line())\n"
    let altered = text.replacing(#""n":7"#, with: #""n":8"#)
    try check(altered, finds: [.alteredLine], leaving: [.alteredLine], events: 3)
    let folder = try TemporaryStore()
    try folder.write(path, altered)
    let report = try folder.open().verifier.verify()
    #expect(report.severity == .damage)
    #expect(report.problems.map(\.line) == [2])
    #expect(
      try folder.open().loadEvents(spaceId: space).compactMap { $0.metadata?["n"]?.intValue }
        .max() == 8)
  }

  @Test func linesThatDifferInTheirChecksumAloneAreOneLine() throws {
    let (id, anchor) = (UUID(), UUID())
    let line = try line(anchor, id: id)
    let plain = line.replacing(/,"check":"[0-9a-f]{8}"/, with: "")
    #expect(plain != line)
    try check("\(line)\n\(plain)\n", finds: [], leaving: [], events: 1)
  }

  @Test func onlyATornTailIsNoDamage() throws {
    let folder = try TemporaryStore()
    try folder.write(path, "\(line())\n{\"id\":")
    #expect(try folder.open().verifier.verify().severity == .tornTail)
  }

  @Test func notesStayAsTheyAre() throws {
    let (anchor, id) = (UUID(), UUID())
    try check("\(line(anchor, version: 3))\n", finds: [.headLost], leaving: [.headLost], events: 1)
    try check(
      "\(line(id: id))\n\(line(id: id, second: 1))\n", finds: [.duplicateId],
      leaving: [.duplicateId], events: 1)
    let batch = LogExtras(operation: UUID(), batch: LogExtras.Batch(index: 0, count: 2))
    try check(
      "\(line(extras: batch))\n", finds: [.incompleteBatch], leaving: [.incompleteBatch],
      events: 1)
    let ahead = 1_706_781_600.0 - 1_700_000_000 + 3600
    try check("\(line(second: ahead))\n", finds: [.future], leaving: [.future], events: 1)
    let text = try plainLine()
    let other = text.replacingOccurrences(of: "created", with: "teleported")
    try check("\(text)\n\(other)\n", finds: [.unknownType], leaving: [.unknownType], events: 1)
    let bad = text.replacingOccurrences(of: "[1,0,0", with: "[0,0")
    try check("\(bad)\n", finds: [.badTransform], leaving: [.badTransform], events: 0)
    let micro = text.replacingOccurrences(of: #""version""#, with: #""microseconds":-1,"version""#)
    try check("\(micro)\n", finds: [.badMicroseconds], leaving: [.badMicroseconds], events: 1)
    let foreign = text.replacingOccurrences(of: space.uuidString, with: UUID().uuidString)
    try check(
      "\(line())\n\(foreign)\n", finds: [.foreignSpace], leaving: [.foreignSpace], events: 1)
    try check("\(foreign)\n", finds: [.idMismatch], leaving: [.idMismatch], events: 0)
  }

  @Test func damagedFilesAreMovedAndMisnamedOnesRenamed() throws {
    let folder = try TemporaryStore()
    let anchor = HBAnchor.sample(space)
    do { try folder.open().perform(.save([anchor]), spaceId: space) }
    let right = "anchors/\(anchor.id.uuidString).json"
    let wrong = "anchors/\(UUID().uuidString).json"
    try FileManager.default.moveItem(
      at: folder.url.appending(path: right), to: folder.url.appending(path: wrong))
    try folder.write("anchors/\(UUID().uuidString).json", "broken")
    try folder.write("anchors/notes.json", "{}")
    try folder.write("spaces/\(space.uuidString).json", "{}")
    try folder.write("sync_metadata.json", "?")
    let store = folder.open()
    #expect(
      try Set(store.verifier.verify().problems.map(\.kind)) == [.badFile, .idMismatch])
    #expect(try store.verifier.verify().problems.count == 5)
    _ = try store.verifier.repair()
    #expect(try store.verifier.verify().problems.isEmpty)
    #expect(folder.names(in: "anchors") == ["\(anchor.id.uuidString).json"])
    #expect(try store.loadAnchor(id: anchor.id)?.metadata == anchor.metadata)
  }

  @Test func namesThatDifferInCaseAreReportedAndMerged() throws {
    let folder = try TemporaryStore()
    let (one, two) = (UUID(), UUID())
    try folder.write(path, "\(line(one))\n")
    try folder.write("events/\(space.uuidString.lowercased())/events.jsonl", "\(line(two))\n")
    let store = folder.open()
    #expect(try store.verifier.verify().problems.map(\.kind) == [.duplicateCase])
    #expect(try store.loadEvents(spaceId: space).map(\.anchorId) == [one])
    _ = try store.verifier.repair()
    #expect(try store.verifier.verify().problems.isEmpty)
    #expect(try Set(store.loadEvents(spaceId: space).map(\.anchorId)) == [one, two])
    #expect(folder.names(in: "events") == [space.uuidString])
  }

  @Test func anAnchorInTwoLogsIsNoted() throws {
    let folder = try TemporaryStore()
    let (anchor, other) = (UUID(), UUID())
    try folder.write(path, "\(line(anchor))\n")
    let line = try plainLine(anchor)
      .replacingOccurrences(of: space.uuidString, with: other.uuidString)
    try folder.write("events/\(other.uuidString)/events.jsonl", line + "\n")
    let store = folder.open()
    #expect(try store.verifier.verify().problems.map(\.kind) == [.sharedId])
    #expect(try store.verifier.verify(spaceId: other).problems.map(\.kind) == [.sharedId])
    #expect(try store.loadAnchors(spaceId: space).count == 1)
    #expect(try store.loadAnchors(spaceId: other).count == 1)
  }
}

/// Checks every store that the environment names.
@Suite(.enabled(if: !RealStores.all.isEmpty, "HYPERBASIS_TEST_STORES is not set"))
struct RealStoresTests {
  @Test(arguments: RealStores.all) func nothingIsDamaged(url: URL) throws {
    let folder = try TemporaryStore(copying: url)
    let store = folder.open(clock: { HBInstant(Date()) })
    let before = try folder.contentsButReach()
    let report = try store.verifier.verify()
    #expect((report.severity ?? .note) == .note)
    for summary in try store.catalog.summaries() {
      let anchors = try store.loadAnchors(spaceId: summary.id)
      #expect(anchors.count { !$0.isDeleted } == summary.anchors)
      let state = try store.snapshot(of: summary.id).timeline.state(at: .distantFuture)
      #expect(state.map(\.id) == anchors.filter { !$0.isDeleted }.map(\.id))
    }
    #expect(try folder.contentsButReach() == before)
  }

  @Test(arguments: RealStores.all) func aChangeAndItsUndoLeaveTheState(url: URL) throws {
    let folder = try TemporaryStore(copying: url)
    let store = folder.open(clock: { HBInstant(Date()) })
    let space = try #require(try store.catalog.summaries().first?.id)
    let before = try store.snapshot(of: space).timeline.state(at: .distantFuture)
    let middle = try #require(before.first)
    try store.perform(.delete([middle.id]), spaceId: space)
    try store.perform(.rollbackSpace(HBInstant(middle.createdAt)), spaceId: space)
    try store.perform(.undo, spaceId: space)
    try store.perform(.undo, spaceId: space)
    let after = try folder.open().snapshot(of: space).timeline.state(at: .distantFuture)
    #expect(before.map(\.id) == after.map(\.id))
    #expect(before.map(\.transform) == after.map(\.transform))
    #expect(before.map(\.metadata) == after.map(\.metadata))
    #expect(
      (try folder.open(clock: { HBInstant(Date()) }).verifier.verify().severity ?? .note) == .note)
  }
}

// MARK: - Advice

extension VerifyTests {
  /// A plain undo would take back another operation.
  @Test(arguments: [1, 2]) func `what takes a part of an operation back is said`(here: Int) throws {
    let folder = try TemporaryStore()
    let operation = UUID()
    let lines = try (0..<here).map { number in
      let batch = LogExtras.Batch(index: number, count: 3)
      return try line(
        second: Double(number), extras: LogExtras(operation: operation, batch: batch)) + "\n"
    }
    try folder.write(path, lines.joined())
    let problem = try #require(try folder.open().verifier.verify().problems.first)
    let words =
      here == 1 ? "1 is here; undo with --operation and its id takes it back" : "2 are here; "
    #expect(problem.kind == .incompleteBatch && problem.action.contains("of which \(words)"))
    #expect(problem.excerpt == operation.uuidString)
  }
}

// MARK: - World maps

extension VerifyTests {
  /// The SDK needs a world map for each space of such a store.
  @Test func `a world map that is gone is told, and may be done without`() throws {
    let folder = try TemporaryStore()
    try folder.write(
      "spaces/\(space.uuidString).json",
      #"{"id":"\#(space.uuidString)","name":"Room","isCompressed":true,"#
        + #""createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:00Z"}"#)
    let map = "worldmaps/\(space.uuidString).bin"
    try folder.write(map, "\u{3}\0")
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    try FileManager.default.removeItem(at: folder.url.appending(path: map))
    let found = try #require(try folder.open().verifier.verify().problems.first)
    #expect(found.kind == .badFile && found.file == map && found.isRepairable)
    #expect(found.excerpt == "the space's world map is missing")
    let done = try folder.open().verifier.repair().problems
    #expect(done.map(\.action) == ["the space has no world map now, and the SDK can open it"])
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    #expect(try folder.read(map).isEmpty)
    let stored = try #require(try folder.open().loadSpace(id: space))
    #expect(stored.name == "Room" && stored.worldMapData.isEmpty && !stored.isCompressed)
  }

  @Test func `a space whose file is taken away is told to have no name`() throws {
    let folder = try TemporaryStore()
    try folder.write("spaces/\(space.uuidString).json", "{")
    let problem = try #require(try folder.open().verifier.repair().problems.first)
    #expect(problem.action.hasPrefix("moved to .hyperbasis/quarantine/"))
    #expect(
      problem.action.hasSuffix(
        "; if it belonged to a space, that space has no name now: give it one with rename")
    )
  }
}
