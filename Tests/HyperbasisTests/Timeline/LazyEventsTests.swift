import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Synchronization
import TestSupport
import Testing

/// The events of a timeline are decoded one by one, and unreadable ones are not treated as absent.
struct LazyEventsTests {
  /// A log in memory that counts the bytes read from it.
  private final class CountingSource: ByteSource {
    private let bytes: MemoryByteSource
    private let count = Mutex(0)

    init(_ text: String) {
      bytes = MemoryByteSource(Array(text.utf8))
    }

    var readBytes: Int { count.withLock { $0 } }

    func size() -> Int { bytes.size() }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let read = bytes.read(at: offset, into: buffer)
      count.withLock { $0 += read }
      return read
    }
  }

  @Test func eachEventIsReadOnceThatIsLookedAtAndNoOther() throws {
    var history = RandomHistory(seed: 5, anchors: 20)
    let log = (0..<401).map { _ in history.line(.usual) + "\n" }.joined()
    let source = CountingSource(log)
    let index = try LogReader.load(spaceId: history.space, source: source).index
    let timeline = HBTimeline(index: index)
    let before = source.readBytes
    #expect(timeline.events.count == index.count)
    #expect(timeline.events.isEmpty == false)
    #expect(source.readBytes == before)
    var versions: [Int] = []
    for number in 0..<timeline.events.count { versions.append(timeline.events[number].version) }
    #expect(source.readBytes - before <= log.utf8.count)
    #expect(versions == timeline.events.map(\.version))
    let array: [HBAnchorEvent] = timeline.events
    #expect(timeline.events == array)
    #expect(Array(timeline.events.suffix(3)) == Array(array.suffix(3)))
    #expect(timeline.events.first == array.first)
  }

  private func moves(_ space: UUID, count: Int) -> [HBAnchor] {
    (0..<count).map { .sample(space, x: Float($0)) }
  }

  @Test(arguments: [0.0, 0.5]) func aLogThatIsCutUnderATimelineHidesNothing(part: Double) throws {
    let folder = try TemporaryStore()
    let space = UUID()
    let store = folder.open()
    var anchors = moves(space, count: 50)
    try store.perform(.save(anchors), spaceId: space)
    let middle = try #require(try store.snapshot(of: space).timeline.endDate)
    for number in anchors.indices {
      anchors[number].update(transform: HBTransform.make(position: SIMD3(1, Float(number), 0)))
    }
    try store.perform(.save(anchors), spaceId: space)
    let timeline = try store.snapshot(of: space).timeline
    let end = try #require(timeline.endDate)
    let file = try FileHandle(
      forWritingTo: folder.url.appending(path: "events/\(space.uuidString)/events.jsonl"))
    try file.truncate(atOffset: UInt64(Double(try folder.log(of: space).count) * part))
    try file.close()

    #expect(timeline.events.count == 100)
    #expect(timeline.events.map(\.anchorId).count == 100)
    #expect(timeline.events(for: anchors[0].id).map(\.type) == [.created, .moved])
    let state = timeline.state(at: end)
    #expect(Set(state.map(\.id)) == Set(anchors.map(\.id)))
    // What could not be read is marked, and cannot be saved as if it were complete.
    #expect(state.allSatisfy { !$0.validate() })
    #expect(timeline.diff(from: middle, to: end).summary == "50 moved")
    #expect(timeline.diff(from: .distantPast, to: middle).summary == "50 added")
    for body in [
      { _ = try timeline.anchors(at: end) }, { _ = try timeline.changes(from: middle, to: end) },
      { _ = try timeline.history(of: anchors[0].id) },
    ] as [() throws -> Void] {
      #expect { try body() } throws: { error in
        if case HBStorageError.eventLogCorrupted(space) = error { true } else { false }
      }
    }
  }
}
