package import Foundation
package import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisDrift
package import HyperbasisHistory
package import HyperbasisModels
import HyperbasisTimeMachine
import HyperbasisWording

/// What changed between two states of a space, with moves measured against thresholds.
package struct DiffReport {
  package struct Move {
    package let anchor: HBAnchor
    package let previousTransform: [Float]
    /// The later transform as it would be without the shifts that are taken out.
    package let withoutShift: [Float]

    /// Metres, without the shifts that are taken out.
    package var distance: Double { HBTransform.distance(previousTransform, withoutShift) }
    /// Degrees, 0 to 180, without the shifts that are taken out.
    package var angle: Double { HBTransform.angle(previousTransform, withoutShift) }
  }

  package let diff: HBDiff
  package let moved: [Move]
  /// Anchors that moved by less than the thresholds.
  package let belowThreshold: [UUID]
  /// All anchors that were compared, in their order.
  package let anchorIds: [UUID]
  /// The shifts that were taken out; nil if none were asked for or found.
  package let shift: ShiftBetween?
  /// If there are none: a motion that most anchors made alike, but that is not a shift.
  package let notAShift: UnshiftedMotion?
  private let index: EventIndex
  private let pairs: [UUID: StatePair]

  package init(
    _ index: EventIndex, _ comparison: StateComparison, fromDate: HBInstant, toDate: HBInstant
  ) throws {
    diff = try HBDiff(index, comparison, fromDate: fromDate.date, toDate: toDate.date)
    moved = diff.moved.map { move in
      let (old, new) = (move.previousTransform, move.anchor.transform)
      let left = index.slot(of: move.anchor.id).map {
        comparison.withoutShift(new, since: old, ofSlot: $0)
      }
      return Move(anchor: move.anchor, previousTransform: old, withoutShift: left ?? new)
    }
    belowThreshold = comparison.pairs.filter(\.isBelowThreshold).map { pair in
      index.anchorId(ofSlot: Int(pair.slot))
    }
    anchorIds = comparison.pairs.map { index.anchorId(ofSlot: Int($0.slot)) }
    shift = comparison.shiftTakenOut
    notAShift = comparison.notAShift
    self.index = index
    pairs = Dictionary(zip(anchorIds, comparison.pairs)) { first, _ in first }
  }
}

extension DiffReport {
  /// Returns who contributed to a change, and when; nil if no event did.
  ///
  /// - Complexity: O(events of the anchor)
  package func contribution(to change: ReportedChange) -> Contribution? {
    guard let pair = pairs[change.anchor.id] else { return nil }
    return index.contribution(
      from: pair.before < 0 ? nil : Int(pair.before), to: pair.after < 0 ? nil : Int(pair.after),
      hasMoved: change.kind == .moved, isUpdated: change.kind == .updated, without: shift)
  }
}

extension DiffReport {
  /// `3 added, 1 moved · 12 unchanged · 2 moved or turned less than the threshold`.
  package var summary: String {
    var text = diff.summary
    if !diff.unchanged.isEmpty { text += " · \(diff.unchanged.count) unchanged" }
    if !belowThreshold.isEmpty {
      text += " · \(belowThreshold.count) \(ThresholdText.below.plain)"
    }
    return text
  }

  /// - Parameter isFiltered: whether a filter may have left changes out.
  package func summary(isFiltered: Bool) -> String {
    isFiltered && diff.changeCount == 0 ? "No changes match the filter" : summary
  }
}
