import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

struct HBTimelineTests {
  private let space = UUID()
  private let chair = UUID()
  private let note = UUID()

  private func date(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + seconds)
  }

  // The id follows from the instant, so that the events are the same in each run.
  private func event(
    _ type: HBAnchorEvent.EventType, _ anchor: UUID, _ seconds: Double, _ version: Int,
    x: Float? = nil, _ metadata: [String: AnyCodableValue]? = nil
  ) -> HBAnchorEvent {
    HBAnchorEvent(
      id: UUIDBits(high: UInt64(seconds), low: UInt64(version)).uuid, anchorId: anchor,
      spaceId: space, type: type, timestamp: date(seconds), version: version,
      transform: x.map { HBTransform.make(position: SIMD3($0, 0, 0)) }, metadata: metadata)
  }

  private var events: [HBAnchorEvent] {
    [
      event(.created, chair, 0, 1, x: 1, ["text": "chair"]),
      event(.created, note, 10, 1, x: 2, ["text": "milk"]),
      event(.moved, chair, 20, 2, x: 5),
      event(.updated, note, 30, 2, ["text": "oat milk", "priority": 1]),
      event(.deleted, chair, 40, 3),
      event(.restored, chair, 50, 4, x: 5, ["text": "chair"]),
    ]
  }

  @Test func stateIsInclusiveAndLeavesHiddenAnchorsOut() {
    let timeline = HBTimeline(spaceId: space, events: events.shuffled())
    #expect(timeline.state(at: date(-1)).isEmpty)
    #expect(timeline.state(at: date(0)).map(\.id) == [chair])
    #expect(timeline.state(at: date(20)).map(\.position.x) == [5, 2])
    #expect(timeline.state(at: date(45)).map(\.id) == [note])
    let last = timeline.state(at: date(99))
    #expect(last.map(\.id) == [chair, note])
    #expect(last[1].metadata == ["text": "oat milk", "priority": 1])
    #expect(last[0].createdAt == date(0))
    #expect(last[0].updatedAt == date(50))
    #expect(last[0].deletedAt == nil)
  }

  @Test func extentAndQueries() {
    let timeline = HBTimeline(spaceId: space, events: events.shuffled())
    #expect(timeline.startDate == date(0))
    #expect(timeline.endDate == date(50))
    #expect(timeline.duration == 50)
    #expect(timeline.anchorIds == [chair, note])
    #expect(timeline.events == events)
    #expect(timeline.events(for: note).map(\.type) == [.created, .updated])
    #expect(timeline.events(from: date(10), to: date(20)).map(\.type) == [.created, .moved])
    #expect(timeline.events(from: date(20), to: date(10)).isEmpty)
    #expect(timeline.events(ofType: .deleted).map(\.version) == [3])
  }

  @Test func closestEventTakesTheEarlierOnATie() {
    let timeline = HBTimeline(spaceId: space, events: events)
    #expect(timeline.closestEvent(to: date(5))?.timestamp == date(0))
    #expect(timeline.closestEvent(to: date(6))?.timestamp == date(10))
    #expect(timeline.closestEvent(to: date(-100))?.timestamp == date(0))
    #expect(timeline.closestEvent(to: date(1000))?.timestamp == date(50))
    #expect(timeline.closestEvent(to: .distantPast)?.timestamp == date(0))
    #expect(HBTimeline(spaceId: space, events: []).closestEvent(to: date(0)) == nil)
  }

  @Test func scrubberDatesEndExactlyAtTheEnd() {
    let timeline = HBTimeline(spaceId: space, events: events)
    let dates = timeline.scrubberDates(steps: 7)
    #expect(dates.count == 7)
    #expect(dates.first == date(0))
    #expect(dates.last == date(50))
    #expect(timeline.scrubberDates().count == 100)
    #expect(timeline.scrubberDates(steps: 1) == [date(0)])
    #expect(timeline.scrubberDates(from: date(50), to: date(50)) == [date(50)])
    #expect(timeline.scrubberDates(from: date(60)) == [date(60)])
    let empty = HBTimeline(spaceId: space, events: [])
    #expect(empty.scrubberDates().isEmpty)
    #expect(empty.scrubberDates(from: date(3)) == [date(3)])
    let endless = Date(timeIntervalSince1970: .infinity)
    let nowhere = Date(timeIntervalSince1970: .nan)
    #expect(timeline.scrubberDates(to: endless) == [date(0)])
    #expect(timeline.scrubberDates(to: nowhere) == [date(0)])
    #expect(timeline.scrubberDates(from: nowhere).isEmpty)
    #expect(timeline.scrubberDates(from: Date(timeIntervalSince1970: -.infinity)).isEmpty)
  }

  @Test func significantDatesAreTheFirstOfEachLocalDay() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 3600))
    let hours: [Double] = [0, 1, 25, 26, 72]
    let start = 1_700_000_000.0 - 1_700_000_000.0.truncatingRemainder(dividingBy: 86_400)
    // The first local midnight after `start` comes 23 hours later.
    let events = hours.enumerated().map { index, hour in
      HBAnchorEvent(
        anchorId: chair, spaceId: space, type: .moved,
        timestamp: Date(timeIntervalSince1970: start + hour * 3600), version: index + 1)
    }
    let timeline = HBTimeline(spaceId: space, events: events)
    let expected = [0, 25, 72].map { Date(timeIntervalSince1970: start + Double($0) * 3600) }
    #expect(timeline.significantDates(in: calendar) == expected)
  }

  @Test func eventsOfOtherSpacesAndInvalidOnesAreLeftOut() {
    let first = events[0]
    let foreign = HBAnchorEvent(anchorId: note, spaceId: UUID(), type: .created, version: 1)
    let old = event(.moved, note, 5, 0, x: 1)
    let bad = HBAnchorEvent(
      anchorId: note, spaceId: space, type: .moved, version: 2, transform: [1, 2])
    let timeline = HBTimeline(spaceId: space, events: [foreign, old, bad, first, first])
    #expect(timeline.events == [first])
  }
}

struct HBDiffTests {
  private let space = UUID()

  private func anchor(_ x: Float, _ metadata: [String: AnyCodableValue] = [:]) -> HBAnchor {
    HBAnchor(
      spaceId: space, transform: HBTransform.make(position: SIMD3(x, 0, 0)), metadata: metadata)
  }

  @Test func summaryLeavesZeroesOut() {
    let date = Date(timeIntervalSince1970: 0)
    let diff = HBDiff(
      spaceId: space, fromDate: date, toDate: date, added: [anchor(1), anchor(2), anchor(3)],
      removed: [anchor(4)],
      moved: [.init(anchor: anchor(5), previousTransform: HBTransform.identity)],
      updated: [.init(anchor: anchor(6), previousMetadata: ["a": 1])])
    #expect(diff.summary == "3 added, 1 removed, 1 moved, 1 updated")
    #expect(diff.changeCount == 6)
    #expect(diff.hasChanges)
    #expect(HBDiff(spaceId: space, fromDate: date, toDate: date).summary == "No changes")
  }

  @Test func anAnchorThatMovedAndWasUpdatedIsInBothListsButOnceInTheStates() {
    let date = Date(timeIntervalSince1970: 0)
    let current = anchor(5, ["text": "new"])
    let diff = HBDiff(
      spaceId: space, fromDate: date, toDate: date,
      moved: [.init(anchor: current, previousTransform: HBTransform.identity)],
      updated: [.init(anchor: current, previousMetadata: ["text": "old"])])
    #expect(diff.changeCount == 2)
    #expect(diff.currentAnchors == [current])
    #expect(diff.previousAnchors.map(\.transform) == [HBTransform.identity])
    #expect(diff.previousAnchors.map(\.metadata) == [["text": "old"]])
    #expect(diff.moved[0].distanceMoved == 5)
    #expect(diff.moved[0].currentPosition == SIMD3(5, 0, 0))
    #expect(diff.moved[0].previousPosition == .zero)
  }

  @Test func keysOfAnUpdate() {
    let updated = HBDiff.UpdatedAnchor(
      anchor: anchor(0, ["kept": 1, "changed": true, "new": nil]),
      previousMetadata: ["kept": 1.0, "changed": 1, "gone": "x"])
    #expect(updated.addedKeys == ["new"])
    #expect(updated.removedKeys == ["gone"])
    #expect(updated.changedKeys == ["changed"])
  }
}
