import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

struct EventIndexTests {
  /// Returns a log with ties, late arrivals, duplicate lines, rubbish, and events before any transform.
  private func log(_ history: inout RandomHistory, events: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for round in 0..<events {
      let line = Array(history.line(round % 3 == 0 ? .odd : .usual).utf8)
      lines.append(line)
      switch Int.random(in: 0..<20, using: &history.random) {
      case 0: lines.append(line)
      case 1: lines.append(Array(line.dropLast(30)))
      case 2: lines.append(line + [UInt8(ascii: " ")])
      default: break
      }
    }
    lines.shuffle(using: &history.random)
    return lines
  }

  private func bytes(_ lines: [[UInt8]]) -> [UInt8] {
    Array(lines.joined(separator: [0x0A])) + [0x0A]
  }

  @Test(arguments: 1...40)
  func agreesWithANaiveFold(_ seed: UInt64) throws {
    var history = RandomHistory(seed: seed, anchors: Int.random(in: 1...8))
    let lines = log(&history, events: 60)
    let naive = NaiveFold(lines: lines, spaceId: history.space)
    let reader = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(bytes(lines)))
    let index = reader.index
    #expect(
      (0..<index.count).map(index.id) == naive.events.map(\.id), "seed \(seed): another order")
    for position in 0...naive.events.count {
      try expectSame(index, naive, position: position, "seed \(seed)")
    }
    let events = try index.events(0..<index.count)
    let inMemory = EventIndex(spaceId: history.space, events: events.shuffled())
    for position in 0...naive.events.count {
      try expectSame(
        inMemory, naive.withoutNamedKeys, position: position, "in memory, seed \(seed)")
    }
  }

  @Test(arguments: 1...25)
  func growsAsIfReadAtOnce(_ seed: UInt64) throws {
    var history = RandomHistory(seed: 100 + seed, anchors: 6)
    let lines = log(&history, events: 80)
    let bytes = bytes(lines)
    let whole = try LogReader.load(spaceId: history.space, source: MemoryByteSource(bytes))
    var reader = LogReader(spaceId: history.space, source: MemoryByteSource([]))
    var end = 0
    while end < bytes.count {
      end = min(bytes.count, end + Int.random(in: 1...900, using: &history.random))
      try reader.append(from: MemoryByteSource(Array(bytes[..<end])))
    }
    #expect(IndexFacts(reader.index) == IndexFacts(whole.index), "seed \(seed)")
    #expect(try reader.index.allMetadata() == whole.index.allMetadata(), "seed \(seed)")
    #expect(
      Set(reader.problems.map(\.offset)) == Set(whole.problems.map(\.offset)), "seed \(seed)")
  }

  @Test func snapshotsStayAsTheyAreWhileTheLogGrows() throws {
    let seed = UInt64(77)
    var history = RandomHistory(seed: seed, anchors: 30)
    var reader = LogReader(spaceId: history.space, source: MemoryByteSource([]))
    var bytes: [UInt8] = []
    var snapshots: [(EventIndex, IndexFacts)] = []
    for round in 0..<200 {
      // Mostly at the end, as writers append; occasionally late.
      let micros = round % 25 == 24 ? round - 20 : round
      let line = history.line().replacing(/"timestamp":"[^"]*"/) { _ in
        "\"timestamp\":\"\(HBInstant(microseconds: Int64(micros) * 2_000_000).wholeSecondText)\""
      }
      bytes += Array((line + "\n").utf8)
      try reader.append(from: MemoryByteSource(bytes))
      if round % 10 == 0 { snapshots.append((reader.index, IndexFacts(reader.index))) }
    }
    for (index, facts) in snapshots { #expect(IndexFacts(index) == facts) }
    // Two copies that both grow must not write into each other.
    let events = try reader.index.events(0..<3)
    let twins = (0..<2).map { number in
      events.map { event in
        HBAnchorEvent(
          id: UUIDBits(high: UInt64(number), low: UUIDBits(event.id).low).uuid,
          anchorId: event.anchorId, spaceId: event.spaceId, type: .moved,
          timestamp: Date(timeIntervalSince1970: 1e9 + Double(number)), version: 1,
          transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)))
      }
    }
    var (left, right) = (reader, reader)
    try left.append(synthetic: twins[0])
    let facts = IndexFacts(left.index)
    try right.append(synthetic: twins[1])
    #expect(IndexFacts(left.index) == facts)
    #expect(right.index.position(right.index.count - 1).x == 1)
    #expect(left.index.position(left.index.count - 1).x == 0)
  }

  @Test func snapshotsAreReadWhileTheLogGrows() async throws {
    var history = RandomHistory(seed: 31, anchors: 12)
    let space = history.space
    let lines = (0..<600).map { round in
      Array(
        history.line().replacing(/"timestamp":"[^"]*"/) { _ in
          "\"timestamp\":\"\(HBInstant(microseconds: Int64(round) * 2_000_000).wholeSecondText)\""
        }.utf8) + [0x0A]
    }
    let log = Array(lines.joined())
    let whole = try LogReader.load(spaceId: space, source: MemoryByteSource(log)).index
    let counts = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
      var reader = LogReader(spaceId: space, source: MemoryByteSource([]))
      var end = 0
      for line in lines {
        end += line.count
        try reader.append(from: MemoryByteSource(log), through: end)
        let index = reader.index
        group.addTask {
          let isSame = (0..<index.count).allSatisfy { ordinal in
            index.id(ordinal) == whole.id(ordinal)
              && index.transformSource(ordinal) == whole.transformSource(ordinal)
              && index.isHidden(ordinal) == whole.isHidden(ordinal)
          }
          return (index.count, isSame && index.latest(through: index.count).count > 0)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(!counts.contains { !$0.1 })
    #expect(counts.map(\.0).sorted() == Array(1...600))
  }

  @Test func statesAreRightAroundKeyframes() throws {
    let space = UUID()
    for anchors in [3, 5000] {
      let ids = (0..<anchors).map { UUIDBits(high: 1, low: UInt64($0)).uuid }
      let count = 3 * max(4096, anchors) + 10
      let events = (0..<count).map { number in
        HBAnchorEvent(
          id: UUIDBits(high: 2, low: UInt64(number)).uuid, anchorId: ids[number * 7 % anchors],
          spaceId: space, type: .moved, timestamp: Date(timeIntervalSince1970: Double(number)),
          version: 1, transform: HBTransform.identity)
      }
      let index = EventIndex(spaceId: space, events: events)
      let facts = IndexFacts(index)
      let interval = max(4096, anchors)
      for position in [0, 1, interval - 1, interval, interval + 1, 2 * interval, count - 1, count] {
        #expect(index.latest(through: position) == facts.latest(through: position))
      }
      var grown = EventIndex(spaceId: space, events: Array(events[..<(interval - 5)]))
      for start in stride(from: interval - 5, to: count, by: 997) {
        try grown.append(synthetic: Array(events[start..<min(count, start + 997)]))
      }
      for position in [interval - 1, interval, interval + 1, 2 * interval, count - 1, count] {
        #expect(grown.latest(through: position) == facts.latest(through: position))
      }
      #expect(Array(grown.ordinals(ofSlot: 2)) == Array(index.ordinals(ofSlot: 2)))
    }
  }

  @Test(arguments: 1...10)
  func diffsAgreeWithTheStatesTheyCompare(_ seed: UInt64) throws {
    var history = RandomHistory(seed: 200 + seed, anchors: 12)
    let lines = log(&history, events: 80)
    let index = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(bytes(lines))
    ).index
    for _ in 0..<20 {
      let positions = (0..<2).map { _ in Int.random(in: 0...index.count, using: &history.random) }
      let (from, to) = (index.state(through: positions[0]), index.state(through: positions[1]))
      let rows = index.rows(of: from)
      let comparison = StateComparison(index, from: rows, to: index.rows(of: to, near: rows))
      let diff = try HBDiff(
        index, comparison, fromDate: .distantPast, toDate: .distantPast)
      let (old, new) = (try index.anchors(in: from), try index.anchors(in: to))
      #expect(diff.previousAnchors == old)
      #expect(diff.currentAnchors == new)
      let (oldIds, newIds) = (Set(old.map(\.id)), Set(new.map(\.id)))
      #expect(diff.added == new.filter { !oldIds.contains($0.id) })
      #expect(diff.removed == old.filter { !newIds.contains($0.id) })
      let common = new.filter { oldIds.contains($0.id) }
      let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
      let moved = common.filter { $0.transform != before[$0.id]?.transform }
      let updated = common.filter {
        AnyCodableValue.dictionary($0.metadata) != .dictionary(before[$0.id]?.metadata ?? [:])
      }
      #expect(diff.moved.map(\.anchor) == moved)
      #expect(diff.moved.map(\.previousTransform) == moved.map { before[$0.id]?.transform })
      #expect(diff.updated.map(\.anchor) == updated)
      #expect(diff.unchanged == common.filter { !moved.contains($0) && !updated.contains($0) })
      let pairs = comparison.pairs
      func ids(_ isWanted: (StatePair) -> Bool) -> [UUID] {
        pairs.filter(isWanted).map { index.anchorId(ofSlot: Int($0.slot)) }
      }
      #expect(ids(\.wasVisible) == old.map(\.id))
      #expect(ids(\.isVisible) == new.map(\.id))
      #expect(ids(\.hasMoved) == moved.map(\.id))
      #expect(ids(\.isUpdated) == updated.map(\.id))
      for pair in pairs where pair.distance > 0 {
        #expect(pair.hasMoved)
      }
    }
  }

  @Test func findsInstants() throws {
    var history = RandomHistory(seed: 9, anchors: 4)
    let lines = (0..<200).map { _ in history.line() + "\n" }
    let index = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(Array(lines.joined().utf8))
    ).index
    let instants = (0..<index.count).map(index.instant)
    let slots = (0..<index.count).map(index.slot)
    let probes = instants + instants.map { $0.advanced(byMicroseconds: 1) }
    for instant in probes + [HBInstant(microseconds: .min), HBInstant(microseconds: .max)] {
      #expect(index.eventCount(through: instant) == instants.count { $0 <= instant })
      #expect(index.eventCount(before: instant) == instants.count { $0 < instant })
      #expect(index.nextInstant(after: instant) == instants.first { $0 > instant })
      #expect(index.previousInstant(before: instant) == instants.last { $0 < instant })
      for slot in 0..<index.slotCount {
        let own = zip(instants, slots).filter { $0.1 == slot }.map(\.0)
        #expect(index.nextInstant(after: instant, slot: slot) == own.first { $0 > instant })
        #expect(index.previousInstant(before: instant, slot: slot) == own.last { $0 < instant })
        let position = index.eventCount(through: instant)
        #expect(
          index.latestOrdinal(ofSlot: slot, through: position)
            == slots[..<position].lastIndex(of: slot))
      }
    }
  }
}
