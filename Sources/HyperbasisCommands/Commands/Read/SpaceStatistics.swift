import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisTimeMachine
import HyperbasisWording

/// What can be counted in a space.
struct SpaceStatistics {
  struct Day: Equatable {
    let text: String
    var events: Int
  }

  struct Anchor {
    let id: UUID
    let face: AnchorDescription
    let events: Int
    let isDeleted: Bool
  }

  private(set) var types: [(type: HBAnchorEvent.EventType, events: Int)] = []
  private(set) var actors: [(actor: String, events: Int)] = []
  /// In order of time; only days with events.
  private(set) var days: [Day] = []
  /// Those with the most events first.
  private(set) var anchors: [Anchor] = []
  private(set) var synthetic = 0

  init(_ snapshot: LogSnapshot, zone: TimeZone) throws {
    let index = snapshot.timeline.index
    countEvents(index, TimeText(zone: zone))
    anchors = try (0..<index.slotCount).map { try Self.anchor($0, index) }
      .sorted { ($1.events, $0.id.uuidString) < ($0.events, $1.id.uuidString) }
  }

  var busiestDays: [Day] {
    Array(days.sorted { ($1.events, $0.text) < ($0.events, $1.text) }.prefix(5))
  }

  private mutating func countEvents(_ index: EventIndex, _ time: TimeText) {
    var byType: [HBAnchorEvent.EventType: Int] = [:]
    var byActor: [String: Int] = [:]
    for ordinal in 0..<index.count {
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

  private static func anchor(_ slot: Int, _ index: EventIndex) throws -> Anchor {
    let newest = index.newestOrdinal(ofSlot: slot)
    let id = index.anchorId(ofSlot: slot)
    return Anchor(
      id: id, face: AnchorDescription(try index.metadata(newest), id: id),
      events: index.ordinals(ofSlot: slot).count, isDeleted: !index.isVisible(newest))
  }
}
