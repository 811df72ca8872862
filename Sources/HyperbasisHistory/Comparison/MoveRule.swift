package import HyperbasisDrift
import HyperbasisModels

/// What counts as a move of an anchor that is there at both dates.
package struct MoveRule: Hashable, Sendable {
  /// The least distance that counts, in metres; with 0 any distance counts.
  package var distance = 0.0
  /// The least turn that counts, in degrees; with 0 any turn counts.
  package var angle = 0.0

  package enum Outcome: Equatable, Sendable {
    /// Shifts explain all of the move.
    case still
    /// What is left is below the thresholds.
    case below
    /// By how much, in metres and degrees, without shifts.
    case moved(distance: Double, angle: Double)
  }

  package init(distance: Double = 0, angle: Double = 0) {
    self.distance = distance
    self.angle = angle
  }
}

extension MoveRule {
  /// Whether every difference of transforms counts.
  package var countsAll: Bool { distance == 0 && angle == 0 }

  /// Judges the difference between two transforms (16 floats each, column-major, in metres), which are
  /// equal only if a shift is to be taken out.
  ///
  /// - Parameter change: what shifts did to the anchor, which is taken out first; nil for nothing.
  package func outcome(
    from before: [Float], to transform: [Float], without change: SpaceFrames.Change? = nil
  ) -> Outcome {
    let after = change?.takenOut(of: transform, since: before) ?? transform
    let length = HBTransform.distance(before, after)
    let turn = HBTransform.angle(before, after)
    let isScaled = HBTransform.changesScale(before, after)
    if let change, !isScaled, length <= change.tolerance, turn <= Self.turnTolerance {
      return .still
    }
    if isScaled || isFar(length) || isTurned(turn) || (distance == 0 && angle == 0) {
      return .moved(distance: length, angle: turn)
    }
    return .below
  }

  /// Whether a distance in metres counts, whatever the turn.
  package func isFar(_ length: Double) -> Bool { distance == 0 ? length > 0 : length >= distance }

  private func isTurned(_ turn: Double) -> Bool {
    angle == 0 ? turn > Self.angleNoise : turn >= angle
  }

  /// The error in degrees that a shift may leave in the headings of its followers.
  private static let turnTolerance = 0.5

  /// The angle in degrees that the rounding of 16 floats can make of 0.
  private static let angleNoise = 1e-3
}
