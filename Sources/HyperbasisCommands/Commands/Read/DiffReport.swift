import Foundation
import Hyperbasis

/// What changed between two states of a space, moves measured against thresholds.
struct DiffReport {
  /// What counts as a move.
  struct Thresholds {
    /// Metres; with 0 any way counts.
    var move = 0.0
    /// Degrees; with 0 any turn counts.
    var turn = 0.0

    var isOff: Bool { move == 0 && turn == 0 }
  }

  struct Move {
    var anchor: HBAnchor
    var previousTransform: [Float]
    /// Metres, without the shift of the whole space.
    var distance: Double
    /// Degrees, 0 to 180, without the shift of the whole space.
    var angle: Double
  }

  var added: [HBAnchor] = []
  var removed: [HBAnchor] = []
  var moved: [Move] = []
  var updated: [HBDiff.UpdatedAnchor] = []
  var unchanged: [HBAnchor] = []
  var belowThreshold: [HBAnchor] = []
  /// The shift of the whole space that was taken out; nil where none was asked for or found.
  var shift: HBRigidShift?

  init(_ diff: HBDiff, thresholds: Thresholds, align: Bool) {
    added = diff.added
    removed = diff.removed
    updated = diff.updated
    shift = align ? Self.shift(in: diff) : nil
    sort(diff, thresholds)
  }
}

extension DiffReport {
  var changeCount: Int { added.count + removed.count + moved.count + updated.count }

  /// `3 added, 1 removed, 2 moved, 1 updated`.
  var summary: String {
    let parts = [
      (added.count, "added"), (removed.count, "removed"), (moved.count, "moved"),
      (updated.count, "updated"),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return shown.isEmpty ? "No changes" : shown.joined(separator: ", ")
  }

  private static func shift(in diff: HBDiff) -> HBRigidShift? {
    let previous = Dictionary(
      diff.previousAnchors.map { ($0.id, $0.transform) }, uniquingKeysWith: { first, _ in first })
    let pairs = diff.currentAnchors.compactMap { anchor in
      previous[anchor.id].map { RigidShiftEstimator.Pair(before: $0, after: anchor.transform) }
    }
    return RigidShiftEstimator(pairs).estimate()
  }

  /// Sorts the anchors that are there at both dates by what is left of their moves.
  private mutating func sort(_ diff: HBDiff, _ thresholds: Thresholds) {
    let previous = Dictionary(
      diff.moved.map { ($0.anchor.id, $0.previousTransform) },
      uniquingKeysWith: { first, _ in first })
    let updatedIds = Set(diff.updated.map(\.anchor.id))
    let addedIds = Set(diff.added.map(\.id))
    for anchor in diff.currentAnchors where !addedIds.contains(anchor.id) {
      let outcome = self.outcome(anchor, from: previous[anchor.id], thresholds)
      switch outcome {
      case .moved(let move): moved.append(move)
      case .below: belowThreshold.append(anchor)
      case .still: if !updatedIds.contains(anchor.id) { unchanged.append(anchor) }
      }
    }
  }

  private enum Outcome {
    case still, below
    case moved(Move)
  }

  private func outcome(
    _ anchor: HBAnchor, from recorded: [Float]?, _ thresholds: Thresholds
  ) -> Outcome {
    // An anchor that stood still while the space was shifted has moved against the others.
    guard recorded != nil || shift != nil else { return .still }
    let before = recorded ?? anchor.transform
    let after = shift?.takenOut(of: anchor.transform) ?? anchor.transform
    let move = Move(
      anchor: anchor, previousTransform: before, distance: HBTransform.distance(before, after),
      angle: HBTransform.angle(before, after))
    let isScaled = Self.isScaled(before, after)
    if let shift, move.follows(shift), !isScaled { return .still }
    if thresholds.isOff || isScaled { return .moved(move) }
    let isFar = thresholds.move == 0 ? move.distance > 0 : move.distance >= thresholds.move
    let isTurned =
      thresholds.turn == 0 ? move.angle > Self.angleNoise : move.angle >= thresholds.turn
    return isFar || isTurned ? .moved(move) : .below
  }

  /// What is left of an angle of 0 by the rounding of 16 floats, in degrees.
  private static let angleNoise = 1e-3

  /// Whether the scale changed by more than the rounding of a rotation.
  private static func isScaled(_ before: [Float], _ after: [Float]) -> Bool {
    let old = HBTransform.scale(before)
    let new = HBTransform.scale(after)
    return (0..<3).contains { abs(old[$0] - new[$0]) > 1e-4 * max(abs(old[$0]), 1e-3) }
  }
}

extension DiffReport.Move {
  /// Whether nothing is left of the move but the residual of a shift.
  fileprivate func follows(_ shift: HBRigidShift) -> Bool {
    distance <= max(3 * shift.residual, 0.001) && angle <= 0.5
  }
}

extension JSONNode {
  init(_ shift: HBRigidShift) {
    self = .object([
      (
        "translation",
        .array([shift.translation.x, shift.translation.y, shift.translation.z].map { .number($0) })
      ),
      ("yaw", .number(shift.yaw)), ("residual", .number(shift.residual)),
      ("inliers", .integer(shift.inliers)), ("common", .integer(shift.common)),
    ])
  }

  init(_ move: DiffReport.Move) {
    self = .object([
      ("anchor", JSONNode(move.anchor)),
      ("previousTransform", JSONNode(transform: move.previousTransform)),
      ("distance", .number(move.distance)), ("angle", .number(move.angle)),
    ])
  }

  init(_ updated: HBDiff.UpdatedAnchor) {
    self = .object([
      ("anchor", JSONNode(updated.anchor)),
      ("previousMetadata", JSONNode(updated.previousMetadata)),
      ("addedKeys", JSONNode(sorted: updated.addedKeys)),
      ("removedKeys", JSONNode(sorted: updated.removedKeys)),
      ("changedKeys", JSONNode(sorted: updated.changedKeys)),
    ])
  }
}
