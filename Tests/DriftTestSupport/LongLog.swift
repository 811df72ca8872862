package import Foundation
package import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

/// A log of many bursts, minutes apart, of which every other one may be a shift.
package struct LongLog {
  package let space = DriftLog().space
  private let burstSize: Int
  private let events: Int
  private let hasShifts: Bool
  private let turnsHeadings: Bool
  /// Seconds from one burst to the next.
  private let spacing: Int
  private var places: [Place] = []
  private var versions: [Int] = []
  private let names: [String]
  private var random = RandomSource(seed: 5)
  private var burst = 0
  private var written = 0
  private var bytes: [UInt8] = []

  private static let anchors = 10_000

  package init(
    burstSize: Int, events: Int, hasShifts: Bool, turnsHeadings: Bool, spacing: Int = 300
  ) {
    self.burstSize = burstSize
    self.events = events
    self.hasShifts = hasShifts
    self.turnsHeadings = turnsHeadings
    self.spacing = spacing
    names = (0..<Self.anchors).map { DriftLog.anchorId($0).uuidString }
  }
}

extension LongLog {
  package var source: MemoryByteSource { MemoryByteSource(bytes) }

  package mutating func writeAll() {
    for anchor in 0..<Self.anchors {
      places.append(
        Place(
          SIMD3(random.uniform(-30...30), random.uniform(0...2), random.uniform(-30...30)),
          heading: turnsHeadings ? random.uniform(-180...180) : 0))
      versions.append(0)
      write("created", anchor, microseconds: 10_000 * anchor)
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
      write(
        "moved", anchor, microseconds: 1_000_000_000 + 1_000_000 * spacing * burst + 100 * number)
    }
    written += burstSize
  }

  /// Writes a line by hand: the library's writer takes a minute for a million.
  private mutating func write(_ type: String, _ anchor: Int, microseconds: Int) {
    versions[anchor] += 1
    let id = "E0000000-0000-4000-8000-" + String(1_000_000_000_000 + bytes.count).suffix(12)
    let instant = HBInstant(microseconds: 1_704_067_200_000_000 + Int64(microseconds))
    let numbers = places[anchor].transform.map { $0.description }.joined(separator: ",")
    bytes +=
      """
      {"id":"\(id)","anchorId":"\(names[anchor])","spaceId":"\(space.uuidString)",\
      "type":"\(type)","timestamp":"\(instant.wholeSecondText)","version":\(versions[anchor]),\
      "transform":[\(numbers)],"microseconds":\(instant.fraction)}

      """.utf8
  }
}
