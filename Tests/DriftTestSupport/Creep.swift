import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

/// A space whose anchors are rewritten over and over, a little further off each time.
package struct Creep: Sendable {
  package var name: String
  package var anchors = 20
  package var steps = 50
  /// Metres of each step.
  package var step = 0.003
  /// Metres along each axis, for every write.
  package var noise = 0.002
  /// The share of the anchors that each step rewrites.
  package var rewritten = 1.0
  /// The share of the anchors that users really move at each step.
  package var moved = 0.0
  /// Whether each step goes in a direction of its own instead of further along the same one.
  package var isRandomWalk = false

  package init(_ name: String) { self.name = name }

  package func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Creep {
  /// The creeps that the limits apply to.
  package static let regimes: [Creep] = [
    Creep("50 x 1 mm, noise 1 mm").with {
      $0.step = 0.001
      $0.noise = 0.001
    },
    Creep("50 x 3 mm, noise 2 mm"),
    Creep("50 x 5 mm, noise 5 mm").with {
      $0.step = 0.005
      $0.noise = 0.005
    },
    Creep("50 x 3 mm, n 8").with { $0.anchors = 8 },
    Creep("50 x 3 mm, n 50").with { $0.anchors = 50 },
    Creep("50 x 3 mm, 60 % rewritten").with { $0.rewritten = 0.6 },
    Creep("50 x 3 mm, 2 % really moved").with { $0.moved = 0.02 },
    Creep("200 x 3 mm").with { $0.steps = 200 },
    Creep("200 x 5 mm, a random walk").with {
      $0.steps = 200
      $0.step = 0.005
      $0.isRandomWalk = true
    },
    Creep("50 x nothing, noise 3 mm").with {
      $0.step = 0
      $0.noise = 0.003
    },
    Creep("200 x nothing, noise 5 mm").with {
      $0.step = 0
      $0.steps = 200
      $0.noise = 0.005
    },
  ]
}

/// How the curve compares with the truth at the end of one creep.
package struct CreepResult: Sendable {
  /// How far the curve's offset is from the true one, in metres.
  package var error: Double
  /// The standard error that the curve states, in metres.
  package var standardError: Double
  /// The curve's offset in standard errors.
  package var ratio: Double
}

extension Creep {
  /// Returns nil if the curve has no point.
  package func run(seed: UInt64) throws -> CreepResult? {
    var random = RandomSource(seed: seed)
    var places = (0..<anchors).map { _ in
      Place(SIMD3(random.uniform(-4...4), random.uniform(0...2), random.uniform(-3...3)))
    }
    var log = DriftLog()
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number))
    }
    var truth = SIMD3<Double>.zero
    let way = random.direction(step)
    for number in 0..<steps {
      truth += isRandomWalk ? random.direction(step) : way
      for anchor in places.indices {
        if random.chance(moved) { places[anchor].position += random.direction(0.5) }
        guard random.chance(rewritten) else { continue }
        let seen = places[anchor].position + truth + random.normalVector(noise)
        log.write(
          .moved, anchor, Place(seen).transform, at: 7200 + 3600 * Double(number),
          operation: number + 1)
      }
    }
    let index = try log.index()
    let curve = try DriftCurve(index, DriftHistory(index), since: places.count)
    guard let last = curve.points.last else { return nil }
    let error = last.offset - truth
    return CreepResult(
      error: (error * error).sum().squareRoot(), standardError: last.error,
      ratio: (last.offset * last.offset).sum().squareRoot() / last.error)
  }
}
