import Foundation
package import SeededRandom

/// Random numbers with the distributions that the generators need.
package struct RandomSource {
  package var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }
}

extension RandomSource {
  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  package mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }

  package mutating func chance(_ probability: Double) -> Bool { uniform(0...1) < probability }

  /// Returns a normal number with a standard deviation of 1 (Box and Muller, 1958).
  package mutating func normal() -> Double {
    (-2 * log(uniform(1e-12...1))).squareRoot() * cos(2 * .pi * uniform(0...1))
  }

  package mutating func normalVector(_ sigma: Double) -> SIMD3<Double> {
    SIMD3(sigma * normal(), sigma * normal(), sigma * normal())
  }

  /// Returns a vector of the given length in any direction in space.
  package mutating func direction(_ length: Double) -> SIMD3<Double> {
    let vector = normalVector(1)
    return vector * (length / (vector * vector).sum().squareRoot())
  }

  /// Returns a length whose logarithm is uniform.
  package mutating func logUniform(_ range: ClosedRange<Double>) -> Double {
    exp(uniform(log(range.lowerBound)...log(range.upperBound)))
  }

  package mutating func shuffled(_ count: Int) -> [Int] {
    Array(0..<count).shuffled(using: &generator)
  }
}
