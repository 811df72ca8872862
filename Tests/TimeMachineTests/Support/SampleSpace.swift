import Foundation
import HyperbasisAnchorLog

@testable import Hyperbasis

/// A small room with every kind of event, made by hand so that tests can know its contents.
///
/// Day 1 (2024-03-01): chair, note, two waypoints and a measurement are created at 10:00.
/// Day 2: the chair moves 1 m to the right at 12:00; the note's text changes at 12:00:30.
/// Day 9: the note is deleted at 9:00 by kit. Day 12: a lamp is created at 18:00.
enum SampleSpace {
  static let id = UUID(uuidString: "5ACE0000-0000-4000-8000-000000000001") ?? UUID()
  static let chair = anchorId(1)
  static let note = anchorId(2)
  static let entrance = anchorId(3)
  static let exit = anchorId(4)
  static let width = anchorId(5)
  static let lamp = anchorId(6)

  static func anchorId(_ number: Int) -> UUID {
    UUID(uuidString: "A0000000-0000-4000-8000-\(twelveDigits(number))") ?? UUID()
  }

  private static func twelveDigits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  static func instant(day: Int, _ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> HBInstant {
    let days = HBInstant.days(year: 2024, month: 3, day: day)
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return HBInstant(microseconds: seconds * 1_000_000)
  }

  static let now = instant(day: 15, 12)

  static let events: [HBAnchorEvent] =
    [
      created(chair, 1, at: (0.5, 0, -1), yaw: 90, ["type": "model", "modelName": "chair"]),
      created(note, 2, at: (-1, 1.2, 0.5), ["type": "sticky_note", "text": "buy milk"]),
      created(
        entrance, 3, at: (-2, 0, 1.5), ["type": "waypoint", "label": "Entrance", "order": 1]),
      created(exit, 4, at: (2, 0, 1.5), ["type": "waypoint", "label": "Exit", "order": 2]),
      created(
        width, 5, at: (-2, 0, -1.5),
        [
          "type": "measurement", "value": 4.5, "unit": "meters",
          "endpointId": .string(exit.uuidString),
        ]),
      event(
        .moved, chair, 6, instant(day: 2, 12), version: 2,
        transform: HBTransform.make(position: SIMD3(1.5, 0, -1), yaw: 90)),
      event(
        .updated, note, 7, instant(day: 2, 12, 0, 30), version: 2,
        metadata: ["type": "sticky_note", "text": "buy bread"]),
      event(.deleted, note, 8, instant(day: 9, 9), version: 3, actor: "kit"),
      event(
        .created, lamp, 9, instant(day: 12, 18), version: 1,
        transform: HBTransform.make(position: SIMD3(0, 2, 0)),
        metadata: ["type": "model", "modelName": "lamp"], actor: "kit"),
    ]

  static func event(
    _ type: HBAnchorEvent.EventType, _ anchor: UUID, _ number: Int, _ instant: HBInstant,
    version: Int, transform: [Float]? = nil, metadata: [String: AnyCodableValue]? = nil,
    actor: String? = nil
  ) -> HBAnchorEvent {
    HBAnchorEvent(
      id: UUID(uuidString: "E0000000-0000-4000-8000-\(twelveDigits(number))") ?? UUID(),
      anchorId: anchor, spaceId: id, type: type, timestamp: instant.date, version: version,
      transform: transform, metadata: metadata, actorId: actor)
  }

  private static func created(
    _ anchor: UUID, _ number: Int, at place: (Float, Float, Float), yaw: Double = 0,
    _ metadata: [String: AnyCodableValue]
  ) -> HBAnchorEvent {
    event(
      .created, anchor, number, instant(day: 1, 10), version: 1,
      transform: HBTransform.make(position: SIMD3(place.0, place.1, place.2), yaw: yaw),
      metadata: metadata)
  }

  static func snapshot(events: [HBAnchorEvent] = events, name: String? = "Living Room")
    -> LogSnapshot
  {
    snapshot(HBTimeline(spaceId: id, events: events), name: name)
  }

  static func snapshot(_ timeline: HBTimeline, name: String? = "Living Room") -> LogSnapshot {
    LogSnapshot(
      spaceId: id, name: name, timeline: timeline, head: head(of: timeline), problems: [])
  }

  static func head(of timeline: HBTimeline) -> HBLogHead {
    let count = timeline.index.count
    return HBLogHead(
      bytes: 250 * count, events: count,
      lastEventId: count > 0 ? timeline.index.id(count - 1) : nil)
  }
}
