import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The second line, compared with lists and comparisons at every date.
@Suite struct AnchorCountsTests {
  /// Returns events of anchors that appear, move to one of two places, get one of two texts, go and come
  /// back.
  static func events(_ seed: UInt64) -> [HBAnchorEvent] {
    var random = SeededGenerator(seed: seed)
    var versions = [Int](repeating: 0, count: 6)
    return (0..<150).map { number in
      let anchor = Int.random(in: 0..<6, using: &random)
      versions[anchor] += 1
      let kinds: [HBAnchorEvent.EventType] = [.moved, .moved, .updated, .deleted, .restored]
      let isFirst = versions[anchor] == 1
      let kind = isFirst ? .created : kinds.randomElement(using: &random) ?? .moved
      let place = SIMD3<Float>(Bool.random(using: &random) ? 1 : 2, 0, 0)
      let text = Bool.random(using: &random) ? "red" : "blue"
      return SampleSpace.event(
        kind, SampleSpace.anchorId(anchor + 1), number + 100,
        SampleSpace.instant(day: 1, 10, number / 3), version: versions[anchor],
        transform: isFirst || kind == .moved ? HBTransform.make(position: place) : nil,
        metadata: isFirst || kind == .updated ? ["text": .string(text)] : nil,
        actor: Bool.random(using: &random) ? "kit" : "ann")
    }
  }

  private static func counts(
    _ line: BarLine, _ view: SpaceView, slot: Int? = nil
  ) -> AnchorCounts {
    AnchorCounts(
      AnchorCounts.Key(line: line, filter: view.lists.filter, slot: slot), in: view.data)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `the line differs as much as the title says`(_ seed: UInt64) {
    let view = Session(events: Self.events(seed)).view
    let counts = Self.counts(.differing, view)
    for offset in 0...view.index.count {
      #expect(
        counts.count(after: offset)
          == view.data.differenceCount(from: offset, to: view.index.count), "seed \(seed)")
    }
  }

  @Test(
    arguments: 1...10 as ClosedRange<UInt64>,
    [
      "", "red", "actor:kit", "kind:moved", "alive<10min", "alive>=20min kind:moved",
      "x>1 alive<=5min", "moved>1m",
    ])
  func `as many are alive as the list shows`(_ seed: UInt64, _ filter: String) throws {
    var view = Session(events: Self.events(seed)).view
    if !filter.isEmpty { view.lists.filter = try EventFilter(filter) }
    let counts = Self.counts(.alive, view)
    for offset in 0...view.index.count {
      let key = AnchorList.Key(offset: offset, includesDeleted: false, filter: view.lists.filter)
      #expect(
        counts.count(after: offset) == view.data.anchors(key).count,
        "seed \(seed), after \(offset)")
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `narrowed to an anchor it is 0 or 1`(_ seed: UInt64) {
    let view = Session(events: Self.events(seed)).view
    let end = view.index.count
    let now = view.data.rows(at: end)
    for slot in 0..<view.index.slotCount {
      let alive = Self.counts(.alive, view, slot: slot)
      let differing = Self.counts(.differing, view, slot: slot)
      for offset in 0...end {
        let rows = view.data.rows(at: offset)
        #expect(alive.count(after: offset) == (rows.isVisible(slot: slot) ? 1 : 0))
        let pair = view.index.pair(ofSlot: slot, from: offset, to: end)
        #expect(differing.count(after: offset) == (pair.isChanged ? 1 : 0))
      }
      #expect(alive.count(after: end) == (now.isVisible(slot: slot) ? 1 : 0))
    }
  }

  @Test func `a filter leaves what passes then or now`() throws {
    var view = Session().view
    view.lists.filter = try EventFilter("bread")
    let counts = Self.counts(.differing, view)
    // The note said bread when it was deleted on the ninth day.
    let offsets = [1, 2, 9, 12].map { day in
      view.index.eventCount(through: SampleSpace.instant(day: day, 23))
    }
    #expect(offsets.map { counts.count(after: $0) } == [1, 1, 0, 0])
  }

  @Test func `columns between positions are as at the position before`() {
    let view = Session().view
    let bar = TimeBar(view.times, mode: .event, width: 17)
    let columns = ColumnCounts(Self.counts(.alive, view), on: bar, index: view.index)
    #expect(columns.counts == [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 5])
    #expect(columns.peak == 5)
    #expect(columns.levels.max() == 8)
  }

  @Test func `a step of the cursor counts nothing again`() {
    var session = Session()
    session.press("_")
    _ = session.screen
    let memo = session.view.data.memo
    let key = AnchorCounts.Key(line: .alive, filter: nil, slot: nil)
    #expect(memo.anchorCounts.knows(key))
    session.press("[", "[", .left)
    _ = session.screen
    let width = session.state.layout.barColumns.width
    let bar = BarContents.Key(
      filter: nil, slot: nil, mode: session.view.time.bar.mode, width: width, window: nil)
    #expect(memo.barLines.knows(BarContents.LineKey(bar: bar, line: .alive)))
    #expect(memo.bars.knows(bar))
  }

  /// If counting takes longer than a frame may, it is done apart from the drawing.
  @Test func `a large space is counted beside the drawing, and again when it has grown`() throws {
    let events = (0..<2100).map { number in
      SampleSpace.event(
        .created, UUID(), number, SampleSpace.instant(day: 1, 0, number / 60, number % 60),
        version: 1, transform: HBTransform.identity)
    }
    var session = Session(size: TerminalSize(columns: 100, rows: 30), events: events)
    session.press("_")
    let asked = session.takeEffects().compactMap { effect -> AnchorCounts.Key? in
      if case .count(let key, _) = effect { key } else { nil }
    }
    let key = try #require(asked.first)
    #expect(asked.count == 1)
    #expect(!session.screen.plainText.contains("2100 alive"))
    session.press(.left)
    #expect(session.takeEffects().isEmpty, "it is asked for once")
    session.view.data.prepare(key)
    session.send(.counted)
    #expect(session.screen.plainText.contains("peak 2100 alive"))
    let more = SampleSpace.event(
      .created, UUID(), 2100, SampleSpace.instant(day: 2, 0), version: 1,
      transform: HBTransform.identity)
    let former = session.view.data
    let grown = SpaceData(SampleSpace.snapshot(events: events + [more]), following: former)
    grown.prepare(following: former)
    session.send(.snapshotLoaded(.success(grown)))
    #expect(session.takeEffects().isEmpty)
    #expect(session.screen.plainText.contains("peak 2101 alive"))
  }

  /// Two appear and one disappears at the same instant: there are never three at once.
  @Test func `the peak is of whole instants`() {
    let events = [
      SampleSpace.event(
        .created, SampleSpace.chair, 1, SampleSpace.instant(day: 1, 1), version: 1,
        transform: HBTransform.identity),
      SampleSpace.event(
        .created, SampleSpace.note, 2, SampleSpace.instant(day: 2, 1), version: 1,
        transform: HBTransform.identity),
      SampleSpace.event(
        .created, SampleSpace.lamp, 3, SampleSpace.instant(day: 2, 1), version: 1,
        transform: HBTransform.identity),
      SampleSpace.event(
        .deleted, SampleSpace.lamp, 4, SampleSpace.instant(day: 2, 1), version: 2),
      SampleSpace.event(
        .moved, SampleSpace.chair, 5, SampleSpace.instant(day: 3, 1), version: 2,
        transform: HBTransform.make(position: SIMD3(1, 0, 0))),
    ]
    let view = Session(events: events).view
    let counts = Self.counts(.alive, view)
    #expect((0...5).map { counts.count(after: $0) }.max() == 3)
    for mode in TimeBarMode.allCases {
      let bar = TimeBar(view.times, mode: mode, width: 20)
      #expect(ColumnCounts(counts, on: bar, index: view.index).peak == 2, "\(mode)")
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `the peak is that of some date`(_ seed: UInt64) {
    let view = Session(events: Self.events(seed)).view
    let bar = TimeBar(view.times, mode: .event, width: 40)
    let ends = view.times.instantCount
    for line in [BarLine.alive, .differing] {
      let counts = Self.counts(line, view)
      let highest = (0..<ends).map { number in
        counts.count(after: view.index.eventCount(through: view.times.instant(number)))
      }.max()
      #expect(ColumnCounts(counts, on: bar, index: view.index).peak == highest)
    }
  }

  /// The message and the bar are about the same events.
  @Test(arguments: ["type:model", "type:sticky_note", "alive>1d"])
  func `narrowed and filtered, only what passes both is shown`(_ filter: String) throws {
    var session = Session()
    session.press(":")
    session.type("select chair")
    session.press(.enter, "o", "f")
    session.type(filter)
    session.press(.enter)
    let slot = try #require(session.view.narrowedSlot)
    let passing = session.view.data.filtered(try #require(session.view.lists.filter)).events
    let expected = session.view.index.ordinals(ofSlot: slot).filter(passing.contains)
    #expect(session.view.steppedEvents.count == expected.count)
    #expect(session.view.times.events(through: SampleSpace.now) == expected.count)
    #expect(
      session.message.contains("; \(expected.count) event")
        || session.message.hasPrefix("nothing"), "\(session.message)")
    for line in [BarLine.alive, .differing] {
      let counts = Self.counts(line, session.view, slot: slot)
      #expect((0...9).allSatisfy { counts.count(after: $0) <= 1 })
    }
    if expected.isEmpty {
      session.press("[")
      #expect(session.message == "no event of chair passes the filter")
      #expect(Self.counts(.alive, session.view, slot: slot).count(after: 9) == 0)
    }
  }
}
