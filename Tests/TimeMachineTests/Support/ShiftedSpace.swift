import DriftTestSupport
import Hyperbasis
import HyperbasisDrift

/// A room with 25 anchors in which one device found another origin, another one put that right, and then
/// half of the anchors shifted; five chairs in a row were also moved as one.
///
/// Day 1 (2024-03-01): all are created. Day 3, 18:00: phone A moves all by 30 cm. Day 5, 9:00: phone B
/// moves them back. Day 8, 10:15: phone A moves ten of them by 42 cm and 5°. Day 10, 12:00: the chairs
/// are moved.
enum ShiftedSpace {
  static let shiftAway = SampleSpace.instant(day: 3, 18)
  static let shiftBack = SampleSpace.instant(day: 5, 9)
  static let partShift = SampleSpace.instant(day: 8, 10, 15)
  static let chairsMove = SampleSpace.instant(day: 10, 12)

  private static let chairs = (0..<5).map { Place(SIMD3(1 + 0.6 * Double($0), 0, 1.5)) }
  private static let places = GridCase.places + chairs

  static let events: [HBAnchorEvent] = {
    var log = Writer()
    for number in places.indices { log.create(number) }
    log.move(Array(places.indices), by: .along(0.3), at: shiftAway, actor: "phone A")
    log.move(Array(places.indices), by: .along(-0.3), at: shiftBack, actor: "phone B")
    log.move(half, by: halfMotion, at: partShift, actor: "phone A")
    log.move(
      Array(20..<25), by: chairs.motion(yaw: 10, then: SIMD3(0.8, 0, 0.4)), at: chairsMove,
      actor: "tablet")
    return log.events
  }()

  private static let half = Array(stride(from: 0, to: 20, by: 2))
  private static let halfMotion = half.map { places[$0] }.motion(yaw: 5, then: SIMD3(0.4, 0, -0.1))

  /// Returns the first events, up to the given number of shifts.
  static func events(shifts: Int) -> [HBAnchorEvent] {
    Array(events.prefix(25 + 25 * shifts))
  }

  private struct Writer {
    var events: [HBAnchorEvent] = []
    var places = ShiftedSpace.places
    var versions: [Int: Int] = [:]

    mutating func create(_ number: Int) {
      write(
        .created, number, SampleSpace.instant(day: 1, 10, number), actor: "phone A",
        metadata: ["type": "model", "modelName": .string("model \(number)")])
    }

    mutating func move(_ numbers: [Int], by motion: Motion, at instant: HBInstant, actor: String) {
      for (place, number) in numbers.enumerated() {
        places[number] = places[number].moved(by: motion)
        let microseconds = Int64(place - numbers.count + 1) * 10_000
        write(.moved, number, instant.advanced(byMicroseconds: microseconds), actor: actor)
      }
    }

    private mutating func write(
      _ type: HBAnchorEvent.EventType, _ number: Int, _ instant: HBInstant, actor: String,
      metadata: [String: AnyCodableValue]? = nil
    ) {
      versions[number, default: 0] += 1
      events.append(
        SampleSpace.event(
          type, DriftLog.anchorId(number), events.count + 1, instant,
          version: versions[number] ?? 1, transform: places[number].transform, metadata: metadata,
          actor: actor))
    }
  }
}

extension Motion {
  /// Returns a motion along x, in metres.
  fileprivate static func along(_ way: Double) -> Motion {
    Motion(yaw: 0, translation: SIMD3(way, 0, 0))
  }
}
