package import HyperbasisCanvas

/// What happened to an anchor, in ascending order of importance.
package enum MapChange: Comparable, CaseIterable, Sendable {
  case unchanged, updated, moved, added, removed
}

/// What an anchor is, as far as the plan shows it.
package enum MapKind: UInt8, CaseIterable, Sendable {
  case other, note, model, waypoint, measurement

  /// Creates the kind for the text under `type` in an anchor's metadata.
  package init(type: String?) {
    switch type {
    case "sticky_note": self = .note
    case "model": self = .model
    case "waypoint": self = .waypoint
    case "measurement": self = .measurement
    default: self = .other
    }
  }

  /// The type of the anchors of a kind, as spelled in metadata.
  package var name: TerminalText {
    switch self {
    case .note: "sticky_note"
    case .model: "model"
    case .waypoint: "waypoint"
    case .measurement: "measurement"
    case .other: "other"
    }
  }
}

/// One anchor on the plan.
///
/// It is small because there may be a hundred thousand: what only a visible glyph needs is looked up
/// later, through ``MapScene/appearance``.
package struct MapItem: Equatable, Sendable {
  private let slotNumber: Int32
  package let change: MapChange
  /// Where it is; for a removed anchor, where it was.
  package let point: MapPoint
  /// Where a moved anchor was; NaN if it did not move.
  private let ghostPoint: MapPoint

  package init(slot: Int, point: MapPoint, change: MapChange = .unchanged, ghost: MapPoint? = nil) {
    slotNumber = Int32(truncatingIfNeeded: slot)
    self.point = point
    self.change = change
    ghostPoint = ghost ?? MapPoint(x: .nan, z: .nan)
  }

  /// The anchor's slot in the index.
  package var slot: Int { Int(slotNumber) }

  /// Where a moved anchor was.
  package var ghost: MapPoint? { ghostPoint.isFinite ? ghostPoint : nil }

  package static func == (left: MapItem, right: MapItem) -> Bool {
    left.slot == right.slot && left.point == right.point && left.change == right.change
      && left.ghost == right.ghost
  }
}

/// How an anchor looks when it has a cell to itself.
package struct MapAppearance: Equatable, Sendable {
  package var kind = MapKind.other
  /// Degrees counter-clockwise on the plan, 0 pointing up; nil if there is no heading.
  package var heading: Double?
  /// The colour; nil for the colour of its change.
  package var color: Color?
  /// Whether it has just changed.
  package var isFresh = false
}
