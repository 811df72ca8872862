import Foundation
package import HyperbasisDrift

/// One burst with a known motion: which anchors move, how far, and with which noise.
package struct BurstRegime: Sendable {
  package var name: String
  /// How many anchors there are.
  package var count: Int
  /// Metres along each axis.
  package var noise = 0.01
  /// The share of the written anchors that also make a move of their own.
  package var ownMoves = 0.0
  /// The share of the anchors that the burst writes; the others are left behind.
  package var written = 1.0
  package var turnsHeadings = true
  /// Metres of the translation.
  package var length = 0.05...0.80
  package var layout = Layout.room
  /// Whether only the anchors of one of three rooms are written.
  package var isOneRoom = false

  package enum Layout: Sendable {
    case room, corridor, mast, heap, threeRooms
  }

  package init(_ name: String, _ count: Int) {
    self.name = name
    self.count = count
  }

  package func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A burst together with the truth about it.
package struct BurstSample: Sendable {
  package var before: [Place]
  package var after: [Place?]
  package var motion: Motion
  /// The anchors that followed without a move of their own.
  package var followers: [Int]
}

extension BurstRegime {
  package func sample(_ random: inout RandomSource) -> BurstSample {
    let before = (0..<count).map { place($0, &random) }
    let chosen = isOneRoom ? (0..<count).filter { $0 % 3 == 0 } : Array(0..<count)
    let motion = chosen.map { before[$0] }.motion(
      yaw: random.uniform(-12...12), then: horizontal(random.uniform(length), &random))
    var after: [Place?] = Array(repeating: nil, count: count)
    var order = chosen.shuffled(using: &random.generator)
    order = Array(order.prefix(Int((written * Double(order.count)).rounded())))
    let movers = Int((ownMoves * Double(order.count)).rounded())
    for (place, anchor) in order.enumerated() {
      var moved = before[anchor].moved(by: motion, turns: turnsHeadings)
      if place < movers {
        moved.position += random.direction(random.logUniform(0.1...3))
        moved.heading += random.uniform(-180...180)
      }
      moved.position += random.normalVector(noise)
      if turnsHeadings { moved.heading += 0.3 * random.normal() }
      after[anchor] = moved
    }
    return BurstSample(
      before: before, after: after, motion: motion, followers: Array(order.dropFirst(movers)))
  }

  private func horizontal(_ length: Double, _ random: inout RandomSource) -> SIMD3<Double> {
    let angle = random.uniform(0...2 * .pi)
    return SIMD3(length * cos(angle), random.uniform(-0.05...0.05), length * sin(angle))
  }

  private func place(_ number: Int, _ random: inout RandomSource) -> Place {
    let heading = random.uniform(-180...180)
    let y = random.uniform(0...2.2)
    switch layout {
    case .room:
      return Place(SIMD3(random.uniform(-4...4), y, random.uniform(-3...3)), heading: heading)
    case .corridor:
      return Place(SIMD3(random.uniform(-10...10), y, random.uniform(-0.1...0.1)), heading: heading)
    case .mast:
      return Place(SIMD3(1, 0.3 * Double(number), 1), heading: heading)
    case .heap:
      return Place(SIMD3(2, 0.8, 1) + random.normalVector(0.05), heading: heading)
    case .threeRooms:
      let centre = 7 * Double(number % 3 - 1)
      return Place(
        SIMD3(centre + random.uniform(-2...2), y, random.uniform(-2...2)), heading: heading)
    }
  }
}
