import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// The same history in SQLite, with the same questions to both.
struct SQLite {
  private typealias Bytes = UnsafePointer<UInt8>
  private let add: Add
  private let state: State
  private let appendRow: Append
  private let begin: @convention(c) (UnsafePointer<CChar>) -> Int32
  private let finish: @convention(c) () -> Int32
  private let end: @convention(c) () -> Void

  private typealias Add =
    @convention(c) (Bytes, Bytes, Int64, Int32, Int32, Bytes?, Bytes?, Int32) -> Int32
  private typealias State = @convention(c) (Int64, UnsafeMutablePointer<Double>) -> Int64
  private typealias Append = @convention(c) (Bytes, Bytes, Int64, Int32, Bytes) -> Int32

  /// Returns nil, after printing the reason, if there is no compiler or no SQLite.
  init?(folder: URL) {
    let library = BaselineLibrary(
      "SQLiteBaseline/baseline.c", compiler: ["cc", "-O2"], libraries: ["-lsqlite3"],
      folder: folder)
    guard let library,
      let begin = library.function(
        "sqlite_begin", as: (@convention(c) (UnsafePointer<CChar>) -> Int32).self),
      let add = library.function("sqlite_add", as: Add.self),
      let finish = library.function("sqlite_finish", as: (@convention(c) () -> Int32).self),
      let state = library.function("sqlite_state", as: State.self),
      let appendRow = library.function("sqlite_append", as: Append.self),
      let end = library.function("sqlite_end", as: (@convention(c) () -> Void).self)
    else {
      print("SQLite is left out: install libsqlite3-dev and a C compiler to compare with it.")
      return nil
    }
    (self.begin, self.add, self.finish) = (begin, add, finish)
    (self.state, self.appendRow, self.end) = (state, appendRow, end)
  }
}

extension SQLite {
  struct Failure: Error {}

  /// Asks both for the state at random instants, and has both append durably.
  func compare(with path: String, space: UUID, folder: URL) async throws {
    let index = try LogReader.load(spaceId: space, source: FileSource(path: path)).index
    let database = folder.appendingPathComponent("events.db").path
    let loading = ContinuousClock().now
    try load(index, into: database)
    print("  SQLite: loaded in \(text((ContinuousClock().now - loading) / .seconds(1)))")
    defer { end() }
    try compareStates(index)
    try await compareAppends(index, folder)
  }

  private func load(_ index: EventIndex, into database: String) throws {
    guard begin(database) == 0 else { throw Failure() }
    for ordinal in 0..<index.count {
      let event = try index.event(ordinal)
      let metadata = try event.metadata.map { try JSONEncoder().encode($0) }
      let code = withBytes(event.id) { id in
        withBytes(event.anchorId) { anchor in
          withBytes(event.transform) { transform in
            [UInt8](metadata ?? Data()).withUnsafeBufferPointer { text in
              add(
                id, anchor, index.instant(ordinal).microseconds, Int32(event.version),
                Self.code(of: event.type), transform, metadata == nil ? nil : text.baseAddress,
                Int32(text.count))
            }
          }
        }
      }
      guard code == 0 else { throw Failure() }
    }
    guard finish() == 0 else { throw Failure() }
  }

  private func compareStates(_ index: EventIndex) throws {
    guard let start = index.start, let end = index.end else { return }
    var theirs = Samples()
    var ours = Samples()
    for _ in 0..<60 {
      let instant = HBInstant(
        microseconds: .random(in: start.microseconds...end.microseconds))
      var sum = 0.0
      let count = theirs.measure { state(instant.microseconds, &sum) }
      let positions = ours.measure { index.positions(in: index.state(at: instant)) }
      guard positions.count == Int(count) else {
        print("  SQLite finds \(count) anchors, the index \(positions.count)")
        throw Failure()
      }
    }
    report("state at a random instant, positions", ours, theirs)
  }

  private func compareAppends(_ index: EventIndex, _ folder: URL) async throws {
    let storage = HBStorage(
      config: HBStorageConfig(
        directory: folder.appendingPathComponent("durable"), durability: .disk,
        actor: "benchmark"))
    let space = HBSpace(
      id: UUID(), name: "Durable", worldMapData: Data([1]), createdAt: Date(), updatedAt: Date())
    try await storage.save(space)
    var anchor = HBAnchor(spaceId: space.id, transform: HBTransform.identity, metadata: [:])
    try await storage.save(anchor)
    var ours = Samples()
    var theirs = Samples()
    // Alternating, so that both see the disk in the same state.
    for round in 1...1000 {
      anchor.update(transform: HBTransform.make(position: SIMD3(Float(round), 0, 0)))
      let start = ContinuousClock().now
      try await storage.save(anchor)
      ours.add(ContinuousClock().now - start)
      let code = theirs.measure {
        withBytes(UUID()) { id in
          withBytes(anchor.id) { name in
            withBytes(anchor.transform) { transform in
              transform.map {
                appendRow(
                  id, name, HBInstant(Date()).microseconds, Int32(round), $0)
              } ?? 1
            }
          }
        }
      }
      guard code == 0 else { throw Failure() }
    }
    report("durable append of one move", ours, theirs)
  }

  private func report(_ name: String, _ ours: Samples, _ theirs: Samples) {
    let ratio = String(format: "%.2f", ours.median / theirs.median)
    print(
      "  \(name.padding(toLength: 37, withPad: " ", startingAt: 0))\(text(ours.median)), "
        + "SQLite \(text(theirs.median)): \(ratio) times as long")
  }

  private static func code(of type: HBAnchorEvent.EventType) -> Int32 {
    switch type {
    case .created: 0
    case .moved: 1
    case .updated: 2
    case .deleted: 3
    case .restored: 4
    }
  }
}

private func withBytes<Result>(_ id: UUID, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
  withUnsafePointer(to: id.uuid) { pointer in
    pointer.withMemoryRebound(to: UInt8.self, capacity: 16) { body($0) }
  }
}

private func withBytes<Result>(
  _ transform: [Float]?, _ body: (UnsafePointer<UInt8>?) -> Result
) -> Result {
  guard let transform else { return body(nil) }
  return transform.withUnsafeBufferPointer { floats in
    floats.withMemoryRebound(to: UInt8.self) { body($0.baseAddress) }
  }
}
