import Hyperbasis
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisWording

// The shifts across which a plan brings places back.

extension StoreSession {
  /// Returns the shifts in words, with dates as the session shows them.
  func text(_ crossed: HBCrossedShifts) -> CrossingText {
    CrossingText(crossed) { TerminalText(self.time.text($0)) }
  }
}

extension JSONNode {
  /// `{shifts, anchors, frame}`.
  init(_ crossed: HBCrossedShifts) {
    self = .object([
      ("shifts", .array(crossed.found.map { JSONNode(crossed: $0) })),
      ("anchors", .integer(crossed.anchorIds.count)), ("frame", .string(crossed.frame.rawValue)),
    ])
  }

  private init(crossed shift: FoundShift) {
    self = .object([
      ("id", JSONNode(shift.id)), ("from", JSONNode(shift.from)), ("to", JSONNode(shift.to)),
      ("actor", .optional(shift.actor)), ("class", .string(shift.kind.rawValue)),
      ("displacement", .number(shift.displacement)), ("centroid", JSONNode(shift.centroid)),
      ("about", JSONNode(shift.about)), ("yaw", .number(shift.motion.yaw)),
    ])
  }
}
