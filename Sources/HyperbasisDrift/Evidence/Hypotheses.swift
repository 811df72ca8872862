/// Motions that some anchors of a burst may follow: translations of single anchors, and motions of
/// pairs, which fix all four degrees of freedom.
struct Hypotheses {
  private(set) var motions: [Hypothesis] = []
  /// The factor by which the distance of each examined pair grew.
  private(set) var ratios: [Double] = []

  private static let mostTranslations = 24
  private static let mostPairs = 120
  private static let fewAnchors = 32
  private static let mostRatios = 31

  init(_ moves: borrowing BurstMoves) {
    let translations = min(moves.count, Self.mostTranslations)
    for number in 0..<translations {
      let anchor = number * moves.count / translations
      motions.append(Hypothesis(translation: moves.moved[anchor]))
    }
    if moves.axes != .vertical { addPairs(moves) }
  }

  private mutating func addPairs(_ moves: borrowing BurstMoves) {
    let count = moves.count
    if count * (count - 1) / 2 <= Self.mostPairs / 2 {
      for first in 0..<count {
        for second in first + 1..<count { add(first, second, moves) }
      }
      return
    }
    let wanted = motions.count + (count <= Self.fewAnchors ? Self.mostPairs / 2 : Self.mostPairs)
    // The choices are the same for every burst of a given size, so that every machine finds the same.
    var choice = Choice()
    for attempt in 0..<3 * (wanted - motions.count) where motions.count < wanted {
      let first = choice.next(below: count)
      var second = choice.next(below: count)
      if attempt % 2 == 0 {
        // A long base fixes the yaw; a short one stays within a room.
        for _ in 0..<2 {
          let other = choice.next(below: count)
          if moves.squaredDistance(first, other) > moves.squaredDistance(first, second) {
            second = other
          }
        }
      }
      if first != second { add(first, second, moves) }
    }
  }

  /// Adds the motion of two anchors, unless their distance or their heights changed too much.
  private mutating func add(_ first: Int, _ second: Int, _ moves: borrowing BurstMoves) {
    let p = moves.before[second] - moves.before[first]
    let change = moves.moved[second] - moves.moved[first]
    let q = p + change
    let lengthBefore = (p.x * p.x + p.z * p.z).squareRoot()
    guard lengthBefore > Self.leastBase else { return }
    let lengthAfter = (q.x * q.x + q.z * q.z).squareRoot()
    if ratios.count < Self.mostRatios { ratios.append(lengthAfter / lengthBefore) }
    guard abs(lengthAfter - lengthBefore) < Self.tolerance, abs(change.y) < Self.tolerance else {
      return
    }
    let middle = 0.5 * (moves.before[first] + moves.before[second])
    let moved = 0.5 * (moves.moved[first] + moves.moved[second])
    motions.append(
      Hypothesis(
        across: p.z * q.x - p.x * q.z, along: p.x * q.x + p.z * q.z,
        length: lengthBefore * lengthAfter, from: middle, to: middle + moved))
  }

  /// Metres; anchors closer together do not show how much they turned.
  private static let leastBase = 0.1
  /// Metres; more than 3 σ of a noise of 5 cm at both ends.
  private static let tolerance = 0.25
}

extension BurstMoves {
  @inline(__always)
  fileprivate func squaredDistance(_ first: Int, _ second: Int) -> Double {
    (before[first] - before[second]).squaredLength
  }
}

/// Numbers that look chosen at random and are always the same (a linear congruential generator with
/// the constants of Knuth's MMIX).
private struct Choice {
  private var state: UInt64 = 0x2545_F491_4F6C_DD1D

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: (state >> 33) % UInt64(limit))
  }
}

/// A motion whose angle is not computed yet: most are never needed again.
struct Hypothesis {
  private let sine: Double
  private let cosine: Double
  private let translation: SIMD3<Double>

  init(translation: SIMD3<Double>) {
    (sine, cosine) = (0, 1)
    self.translation = translation
  }

  fileprivate init(
    across: Double, along: Double, length: Double, from before: SIMD3<Double>,
    to after: SIMD3<Double>
  ) {
    sine = length > 0 ? across / length : 0
    cosine = length > 0 ? along / length : 1
    translation =
      after
      - SIMD3(
        cosine * before.x + sine * before.z, before.y, cosine * before.z - sine * before.x)
  }

  /// Returns by how much a point moves.
  @inline(__always)
  func displacement(at point: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (cosine - 1) * point.x + sine * point.z + translation.x, translation.y,
      (cosine - 1) * point.z - sine * point.x + translation.z)
  }

  var motion: Motion { Motion(sine: sine, cosine: cosine, translation: translation) }
}
