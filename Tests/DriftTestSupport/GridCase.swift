import Foundation
package import HyperbasisDrift
import HyperbasisModels

/// The grid of the test cases, its motion and its noise.
package enum GridCase {
  /// Twenty anchors: p = (i mod 5, 0.5·(i mod 3), ⌊i / 5⌋), metres.
  package static let places: [Place] = (0..<20).map(place)

  private static func place(_ i: Int) -> Place {
    let (x, z) = (Double(i % 5), Double(i / 5))
    return Place(SIMD3<Double>(x, Double(i % 3) / 2, z))
  }

  package static let way = SIMD3(0.30, 0.02, -0.10)

  /// Returns the motion that turns places by 5° about their centroid and then translates them by `way`.
  package static func motion(_ places: [Place] = places) -> Motion {
    places.motion(yaw: 5, then: way)
  }

  /// Returns noise that is the same on every machine: uniform, with a standard deviation of 1.
  package static func noise(_ i: Int) -> SIMD3<Double> {
    func component(_ k: Int) -> Double {
      let value = 43758.5453 * sin(12.9898 * Double(i + 1) + 78.233 * Double(k))
      return 12.0.squareRoot() * (value - value.rounded(.down) - 0.5)
    }
    return SIMD3(component(1), component(2), component(3))
  }

  package static func noisy(_ places: [Place], _ sigma: Double) -> [Place] {
    places.enumerated().map { i, place in
      Place(place.position + sigma * noise(i), heading: place.heading)
    }
  }

  /// Returns a log where anchors stay for an hour, and some are then written at once.
  ///
  /// - Parameter after: where they are written to; nil for those that are not written.
  package static func log(
    _ before: [Place], _ after: [Place?], actor: String? = nil
  ) -> DriftLog {
    var log = DriftLog()
    for (number, place) in before.enumerated() {
      log.write(.created, number, place.transform, at: 3600 * Double(number) / Double(before.count))
    }
    for (number, place) in after.enumerated() {
      guard let place else { continue }
      log.write(
        .moved, number, place.transform, at: 7200 + 0.01 * Double(number), actor: actor,
        operation: 1)
    }
    return log
  }

  /// Returns a log where some anchors creep along x by 5 mm a day, and nothing else is written.
  package static func creepingLog(_ anchors: Range<Int>, steps: Int = 10) -> DriftLog {
    var log = DriftLog()
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    for step in 1...steps {
      for number in anchors {
        let crept = places[number].position + SIMD3(0.005 * Double(step), 0, 0)
        log.write(
          .moved, number, Place(crept).transform, at: 86_400 * Double(step), operation: step)
      }
    }
    return log
  }

  /// Returns a log where several devices each rewrite their own anchors with steps of their own, once a
  /// day at about the same time, so that their writes interleave.
  ///
  /// - Parameter devices: how many anchors each has, the vector of a step in metres, and how many seconds
  ///   lie between two writes.
  package static func creepingLog(
    _ devices: [(anchors: Int, step: SIMD3<Double>, pause: Double)], steps: Int
  ) -> DriftLog {
    var log = DriftLog()
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    var writes: [(anchor: Int, place: Place, second: Double, actor: String)] = []
    for step in 1...steps {
      var first = 0
      for (number, device) in devices.enumerated() {
        for anchor in first..<first + device.anchors {
          let crept =
            places[anchor].position + Double(step) * device.step + 0.0003 * noise(writes.count)
          let second = 86_400 * Double(step) + device.pause * Double(anchor - first)
          writes.append((anchor, Place(crept), second + 0.01 * Double(number), "device \(number)"))
        }
        first += device.anchors
      }
    }
    for write in writes.sorted(by: { $0.second < $1.second }) {
      log.write(
        .moved, write.anchor, write.place.transform, at: write.second, actor: write.actor)
    }
    return log
  }

  package static func history(_ before: [Place], _ after: [Place?]) throws -> DriftHistory {
    try DriftHistory(log(before, after).index())
  }
}
