import Foundation
import Hyperbasis

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

  var added: [HBAnchor] = []
  var removed: [HBAnchor] = []
  var moved: [Move] = []
  var updated: [HBDiff.UpdatedAnchor] = []
  var unchanged: [HBAnchor] = []
  var belowThreshold: [HBAnchor] = []
  /// The shift of the whole space that was taken out; nil where none was asked for or found.
  var shift: HBRigidShift?

  /// - Parameter rule: what counts as a move; a shift is looked for where `align` asks for it.
  init(_ diff: HBDiff, rule: MoveRule, align: Bool) {
    added = diff.added
    removed = diff.removed
    updated = diff.updated
    shift = align ? Self.shift(in: diff) : nil
    var rule = rule
    rule.shift = shift
    sort(diff, rule)
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
  private mutating func sort(_ diff: HBDiff, _ rule: MoveRule) {
    let previous = Dictionary(
      diff.moved.map { ($0.anchor.id, $0.previousTransform) },
      uniquingKeysWith: { first, _ in first })
    let updatedIds = Set(diff.updated.map(\.anchor.id))
    let addedIds = Set(diff.added.map(\.id))
    for anchor in diff.currentAnchors where !addedIds.contains(anchor.id) {
      let before = previous[anchor.id]
      // An anchor that stood still while the space was shifted has moved against the others.
      let isJudged = before != nil || shift != nil
      let former = before ?? anchor.transform
      switch isJudged ? rule.outcome(from: former, to: anchor.transform) : .still {
      case .moved(let distance, let angle):
        moved.append(
          Move(anchor: anchor, previousTransform: former, distance: distance, angle: angle))
      case .below: belowThreshold.append(anchor)
      case .still: if !updatedIds.contains(anchor.id) { unchanged.append(anchor) }
      }
    }
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
