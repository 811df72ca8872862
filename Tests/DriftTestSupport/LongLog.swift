import Foundation
import HyperbasisDrift
import HyperbasisModels

/// A log of many bursts, minutes apart, of which every second may be a shift.
package struct LongLog {
  package private(set) var log = DriftLog()
  private let burstSize: Int
  private let events: Int
  private let hasShifts: Bool
  private let turnsHeadings: Bool
  private var places: [Place] = []
  private var random = RandomSource(seed: 5)
  private var burst = 0
  private var written = 0

  private static let anchors = 10_000

  package init(burstSize: Int, events: Int, hasShifts: Bool, turnsHeadings: Bool) {
    self.burstSize = burstSize
    self.events = events
    self.hasShifts = hasShifts
    self.turnsHeadings = turnsHeadings
  }
}

extension LongLog {
  package mutating func writeAll() {
    for anchor in 0..<Self.anchors {
      places.append(
        Place(
          SIMD3(random.uniform(-30...30), random.uniform(0...2), random.uniform(-30...30)),
          heading: random.uniform(-180...180)))
      log.write(.created, anchor, places[anchor].transform, at: 0.01 * Double(anchor))
    }
    while written < events { writeBurst() }
  }

  package mutating func writeBurst() {
    burst += 1
    let first = random.below(Self.anchors)
    let anchors = (0..<burstSize).map { (first + $0 * 7) % Self.anchors }
    let isShift = hasShifts && burst % 2 == 0
    let motion = anchors.map { places[$0] }.motion(
      yaw: turnsHeadings ? random.uniform(-5...5) : 0,
      then: SIMD3(random.uniform(-0.5...0.5), 0.02, random.uniform(-0.5...0.5)))
    for (number, anchor) in anchors.enumerated() {
      if isShift {
        places[anchor] = places[anchor].moved(by: motion)
        places[anchor].position += random.normalVector(0.01)
      } else {
        places[anchor].position += random.direction(random.logUniform(0.05...2))
      }
      let second = 1000 + 300 * Double(burst) + 0.001 * Double(number)
      log.write(.moved, anchor, places[anchor].transform, at: second)
    }
    written += burstSize
  }
}
