import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What takes a pass over the log is computed apart from the drawing, once.
@Suite struct DriftReadingTests {
  /// The shifts, after more events than a frame may examine.
  private static let events: [HBAnchorEvent] =
    (0..<2500).map { number in
      SampleSpace.event(
        number == 0 ? .created : .updated, SampleSpace.chair, 10_000 + number,
        SampleSpace.instant(day: 1, 0).advanced(byMicroseconds: Int64(number) * 1_000_000),
        version: number + 1,
        transform: number == 0 ? HBTransform.make(position: SIMD3(0, 0, 0)) : nil,
        metadata: ["type": "model", "count": .int(number)])
    } + ShiftedSpace.events

  private func readings(_ session: inout Session) -> [LogReading] {
    session.takeEffects().compactMap { effect in
      if case .read(let reading, _) = effect { reading } else { nil }
    }
  }

  /// A step that is too small to be found still moves the space: the command counts it, too.
  @Test func `the curve counts from the start`() throws {
    let start = ShiftedSpace.events.prefix { $0.type == .created }
    let step = start.enumerated().map { number, event in
      SampleSpace.event(
        .moved, event.anchorId, 20_000 + number,
        HBInstant(event.timestamp).advanced(byMicroseconds: 3_600_000_000),
        version: 2,
        transform: event.transform.map { transform in
          var transform = transform
          transform[12] += 0.002
          return transform
        })
    }
    let session = Session(events: Array(start) + step + ShiftedSpace.events.dropFirst(start.count))
    let data = session.view.data
    let curve = try #require(data.driftCurve?.curve)
    #expect(try curve == DriftCurve(data.index, data.shiftHistory()))
  }

  @Test func `the shifts of a long log are found beside the drawing`() throws {
    var session = Session(events: Self.events)
    #expect(session.view.lists.reading == .drift(.shifts))
    #expect(session.view.data.drift == nil)
    session.press("7")
    #expect(session.screen.plainText.contains("looking for shifts"))
    session.view.data.prepare(.drift(.shifts))
    session.send(.logRead)
    #expect(session.screen.plainText.contains("3 shifts"))
    #expect(readings(&session) == [.drift(.curve)])
    session.view.data.prepare(.drift(.curve))
    session.send(.logRead)
    #expect(readings(&session).isEmpty)
    #expect(session.view.data.driftCurve?.curve?.points.isEmpty == false)
  }

  @Test func `what was found stays known when the log grows`() throws {
    let former = SpaceData(SampleSpace.snapshot(events: Self.events.dropLast(5)))
    former.prepare(.drift(.shifts))
    #expect(former.drift?.otherCount == 0)
    let grown = SpaceData(SampleSpace.snapshot(events: Self.events), following: former)
    #expect(!grown.takesTime(.drift(.shifts)))
    let drift = try #require(grown.drift)
    let fromStart = SpaceDrift(grown.index)
    #expect(drift.all.map(\.shift) == fromStart.all.map(\.shift))
    #expect(drift.otherCount == 1)
  }

  /// Several panes of one frame ask for it, and the plan remembers its places by the comparison's key.
  @Test func `a comparison is made once before the shifts are known, and once after`() throws {
    let data = Session(events: Self.events).view.data
    let key = Comparison.Key(from: Self.events.count - 2, to: Self.events.count)
    let before = data.comparison(key)
    #expect(data.comparison(key) === before)
    data.prepare(.drift(.shifts))
    let after = data.comparison(key)
    #expect(after !== before && after.key != before.key)
    #expect(data.comparison(key) === after)
  }

  @Test func `a key finds nothing out`() throws {
    var session = Session(events: Self.events)
    session.view.data.prepare(.drift(.shifts))
    session.view.data.prepare(.drift(.curve))
    session.send(.logRead)
    session.press("7", "j", "j", "k", "[", .end, "1", "7")
    #expect(readings(&session).isEmpty)
  }
}
