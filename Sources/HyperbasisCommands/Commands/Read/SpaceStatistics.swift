import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Everything that can be counted in a space.
struct SpaceStatistics {
  struct Day: Equatable {
    let text: String
    var events: Int
  }

  struct Anchor {
    let id: UUID
    let description: AnchorDescription
    /// Its name, in full and as it is in the metadata.
    let name: String
    let events: Int
    /// How far it went while it was there, in metres.
    let way: Double
    /// Whether it ever had a place: an anchor that was only edited is neither there nor deleted.
    let isPlaced: Bool
    let isDeleted: Bool
  }

  private(set) var types: [(type: HBAnchorEvent.EventType, events: Int)] = []
  private(set) var actors: [(actor: String, events: Int)] = []
  /// How many of the events name no actor.
  var eventsWithoutActor: Int { events - actors.reduce(0) { $0 + $1.events } }
  /// In chronological order; only days with events.
  private(set) var days: [Day] = []
  /// The anchors, those with the most events first.
  private(set) var anchors: [Anchor] = []
  private(set) var synthetic = 0
  private(set) var events = 0
  /// When the first and the last of the events happened.
  private(set) var start: HBInstant?
  private(set) var end: HBInstant?

  /// When the most anchors were there at once; nil if the filter asks for events, which have no moment
  /// in common.
  let mostAtOnce: CrowdedMoment?
  /// How many events are ahead of the clock.
  let futureEvents: Int
  /// The same in words; nil if there are none.
  let futureText: TerminalText?

  /// - Parameter filter: what events must pass to count; nil for all.
  init(_ data: SpaceData, _ filter: EventFilter? = nil, now: HBInstant, zone: TimeZone) throws {
    let index = data.index
    let passing = filter.map { data.events(passing: $0) }
    let events = passing ?? EventSelection(index)
    let isCounted = { (ordinal: Int) in passing?.contains(ordinal) ?? true }
    mostAtOnce = filter?.asksForEvents == true ? nil : data.crowdedMoment(filter)
    futureEvents = index.ordinals(aheadOf: now).count(where: isCounted)
    futureText = FutureText.text(index, now: now, TimeText(zone: zone), where: isCounted)
    countEvents(events, index, TimeText(zone: zone))
    var counts = [Int](repeating: 0, count: index.slotCount)
    for number in 0..<events.count { counts[index.slot(events.ordinal(at: number))] += 1 }
    anchors = try counts.indices.filter { passing == nil || counts[$0] > 0 }
      .map { try Self.anchor($0, events: counts[$0], data) }
      .sorted { ($1.events, $0.id) < ($0.events, $1.id) }
  }

  /// How many anchors are there now.
  var anchorCount: Int { anchors.count { $0.isPlaced && !$0.isDeleted } }

  var deletedCount: Int { anchors.count(where: \.isDeleted) }

  var busiestDays: [Day] {
    Array(days.sorted { ($1.events, $0.text) < ($0.events, $1.text) }.prefix(5))
  }

  /// The anchor that moved farthest, the first one if there are several; nil if none moved.
  var longestWay: Anchor? {
    anchors.filter { $0.way > 0 }.max { ($0.way, $1.id) < ($1.way, $0.id) }
  }

  private mutating func countEvents(
    _ events: EventSelection, _ index: EventIndex, _ time: TimeText
  ) {
    if !events.isEmpty {
      start = index.instant(events.ordinal(at: 0))
      end = index.instant(events.ordinal(at: events.count - 1))
    }
    self.events = events.count
    var byType: [HBAnchorEvent.EventType: Int] = [:]
    var byActor: [String: Int] = [:]
    for ordinal in (0..<events.count).lazy.map({ events.ordinal(at: $0) }) {
      byType[index.type(ordinal), default: 0] += 1
      if let actor = index.actor(ordinal) { byActor[actor, default: 0] += 1 }
      if index.isSynthetic(ordinal) { synthetic += 1 }
      let day = time.day(index.instant(ordinal))
      if days.last?.text == day {
        days[days.count - 1].events += 1
      } else {
        days.append(Day(text: day, events: 1))
      }
    }
    types = HBAnchorEvent.EventType.allCases.map { ($0, byType[$0] ?? 0) }
    actors = byActor.map { ($0.key, $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  private static func anchor(_ slot: Int, events: Int, _ data: SpaceData) throws -> Anchor {
    let index = data.index
    let newest = index.newestOrdinal(ofSlot: slot)
    let id = index.anchorId(ofSlot: slot)
    let metadata = try index.metadata(newest)
    return Anchor(
      id: id, description: AnchorDescription(metadata, id: id),
      name: AnchorDescription.name(of: metadata, id: id), events: events,
      way: data.pathLength(ofSlot: slot), isPlaced: index.hasStarted(newest),
      isDeleted: index.hasStarted(newest) && !index.isVisible(newest))
  }
}
