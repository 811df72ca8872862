import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// What changed between two states of a space, moves measured against thresholds.
struct DiffReport {
  struct Move {
    var anchor: HBAnchor
    var previousTransform: [Float]
    /// Metres, without the shift of the whole space.
    var distance: Double
    /// Degrees, 0 to 180, without the shift of the whole space.
    var angle: Double
  }

  let diff: HBDiff
  let moved: [Move]
  /// Anchors that moved less than counts.
  let belowThreshold: [UUID]
  /// The shift of the whole space that was taken out; nil where none was asked for or found.
  let shift: HBRigidShift?

  init(
    _ index: EventIndex, _ comparison: StateComparison, fromDate: HBInstant, toDate: HBInstant
  ) throws {
    diff = try HBDiff(
      index, comparison, fromDate: fromDate.date, toDate: toDate.date)
    moved = diff.moved.map { move in
      let (distance, angle) = comparison.displacement(
        from: move.previousTransform, to: move.anchor.transform)
      return Move(
        anchor: move.anchor, previousTransform: move.previousTransform, distance: distance,
        angle: angle)
    }
    belowThreshold = comparison.pairs.filter(\.isBelowThreshold).map { pair in
      index.anchorId(ofSlot: Int(pair.slot))
    }
    shift = comparison.shiftTakenOut
  }
}

extension DiffReport {
  var added: [HBAnchor] { diff.added }
  var removed: [HBAnchor] { diff.removed }
  var updated: [HBDiff.UpdatedAnchor] { diff.updated }
  var unchanged: [HBAnchor] { diff.unchanged }
  var changeCount: Int { diff.changeCount }
  var summary: String { diff.summary }
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
