package import HyperbasisCanvas
package import HyperbasisDrift
package import HyperbasisHistory
import HyperbasisModels

/// Describes a shift of a space, for the screen, the commands and reports.
package struct ShiftText {
  private let shift: FoundShift
  /// The shift listed before it, which it may take back.
  private let former: FoundShift?
  private let role: ShiftRole
  private let isTakenOut: Bool

  /// - Parameters:
  ///   - former: the shift listed before it.
  ///   - role: what it was written for.
  ///   - isTakenOut: whether a correction took it out.
  package init(
    _ shift: FoundShift, after former: FoundShift? = nil, role: ShiftRole = .shift,
    isTakenOut: Bool = false
  ) {
    self.shift = shift
    self.former = former
    self.role = role
    self.isTakenOut = isTakenOut
  }
}

extension ShiftText {
  /// What it is called: `shift`, `correction`, `motion` if it is neither.
  package var noun: TerminalText {
    switch role {
    case .shift, .redoneShift: shift.kind.isShift ? "shift" : "motion"
    case .correction: "correction"
    case .undoneCorrection, .redoneCorrection: verdict
    case .rollback: "rollback"
    case .undo: "undo"
    case .redo: "redo"
    }
  }

  /// What it is called with its date, which is not that of the correction if it undoes one: `shift of
  /// 2024-04-02`, `undo of a correction, 2024-04-02`.
  package func noun(date: TerminalText) -> TerminalText {
    switch role {
    case .undoneCorrection, .redoneCorrection: "\(noun), \(date)"
    case .shift, .redoneShift, .correction, .rollback, .undo, .redo: "\(noun) of \(date)"
    }
  }

  /// Says that it cannot be taken out because it is not a shift, and what reverses it: `this is the undo of
  /// a correction, not a shift; U makes the correction again`.
  ///
  /// - Parameters:
  ///   - subject: how it is named.
  ///   - reversal: the key or command that reverses it; nil if none does.
  package func refusal(of subject: TerminalText, reversal: TerminalText?) -> TerminalText {
    let isOfCorrection = role == .undoneCorrection || role == .redoneCorrection
    let what: TerminalText = "\(subject) is \(isOfCorrection ? "the " : "")\(verdict), not a shift"
    guard let reversal else { return what }
    let effect: TerminalText =
      role == .undoneCorrection ? "makes the correction again" : "takes it back"
    return "\(what); \(reversal) \(effect)"
  }

  /// What it is, in a column of a table: `space`, `part`, or the purpose of what is not a shift:
  /// `correction`, `undo`.
  package var what: TerminalText {
    switch role {
    case .shift, .redoneShift: kind
    case .correction: "correction"
    case .rollback: "rollback"
    case .undoneCorrection, .undo: "undo"
    case .redoneCorrection, .redo: "redo"
    }
  }

  /// The same for a narrow table: whether a shift is in force comes before what it took along.
  package var standingWhat: TerminalText { isTakenOut ? "taken out" : what }

  /// The same in fewest columns: `fix` for a correction, `out` for a shift that was taken out.
  package var shortestWhat: TerminalText {
    if isTakenOut { return "out" }
    return role == .correction ? "fix" : what
  }

  /// `space`, `part`, `together`; for a scaling without a factor worth showing, what happened instead.
  package var kind: TerminalText { conversion ?? TerminalText(shift.kind.rawValue) }

  /// What happened instead of a scaling. The anchors of a mirror image that keep their distances are
  /// found as one motion, and so are those of a tilt or a stretch; a factor means nothing there.
  private var conversion: TerminalText? {
    guard shift.kind == .scaled else { return nil }
    if shift.isMirrored { return "mirrored" }
    return factor == Self.noFactor ? "deformed" : nil
  }

  /// The factor by which the distances grew: `1.100`.
  private var factor: String { DecimalText.text(shift.scale, digits: 3) }
  private static let noFactor = DecimalText.text(1, digits: 3)

  /// How far the followers moved: `0.42 m`.
  package func displacement(in unit: LengthUnit? = nil) -> TerminalText {
    TerminalText(LengthText.measured(shift.displacement, in: unit))
  }

  /// `+3.1° ±0.1`, `0°`, `unknown`; the error only if it is not lost in the rounding.
  package var yaw: TerminalText {
    guard let error = shift.yawError else { return "unknown" }
    let turn = AngleText.change(shift.motion.yaw)
    guard error >= 0.05 else { return TerminalText(turn) }
    return TerminalText("\(turn) ±\(DecimalText.text(error, digits: error < 1 ? 1 : 0))")
  }

  /// Up or down, if that is a part of it that counts: `y +0.02 m`; otherwise empty.
  package var height: TerminalText { Self.height(shift.centroid.y) }

  /// `24/41`: how many of the anchors that were there.
  package var followed: TerminalText { "\(shift.followers.count)/\(shift.live)" }

  /// `11 mm`.
  package var residual: TerminalText { TerminalText(LengthText.measured(shift.residual)) }

  /// What to make of it: `certain, headings stayed`, `taken out, certain`, `undoes the one above`, `moved as
  /// one: not a shift`, `a correction`, `a rollback`, `redoes an earlier one`.
  package var verdict: TerminalText {
    switch role {
    case .shift, .redoneShift:
      [isTakenOut ? "taken out" : .empty, standing, headings, bend].filter { !$0.isEmpty }
        .joined(separator: ", ")
    case .correction: "a correction"
    case .undoneCorrection: "undo of a correction"
    case .redoneCorrection: "redo of a correction"
    case .rollback: "a rollback"
    case .undo: "an undo"
    case .redo: "a redo"
    }
  }

  private var standing: TerminalText {
    if let undone = shift.inverseOf {
      return undone == former?.id ? "undoes the one above" : "undoes an earlier one"
    }
    switch shift.kind {
    case .space, .part:
      return role == .redoneShift ? "redoes an earlier one" : TerminalText(shift.sure.rawValue)
    case .together: return "moved as one: not a shift"
    case .creepStep: return "creeps: less than 1 cm at once"
    case .loose: return "moved alike, not as one"
    case .stream: return "under way, not at rest"
    case .scaled: return "\(conversion ?? "distances ×\(TerminalText(factor))"): not a shift"
    }
  }

  /// What happened if it is not a shift: `its anchors were moved together`.
  package var otherCause: TerminalText {
    switch shift.kind {
    case .space, .part, .together: "its anchors were moved together"
    case .creepStep: "it is a creep step, of less than 1 cm"
    case .loose: "its anchors moved alike, but not as one"
    case .stream: "its anchors were under way, not at rest"
    case .scaled:
      "its anchors were \(conversion ?? "scaled, distances ×\(TerminalText(factor))")"
    }
  }

  private var headings: TerminalText {
    guard shift.kind.isShift, shift.motion.yaw != 0 else { return .empty }
    switch shift.knownHeadings {
    case .turned, nil: return .empty
    case .stayed: return "headings stayed"
    case .differ: return "headings differ"
    }
  }

  /// Above a quarter of the displacement, the drift was not rigid.
  private var bend: TerminalText {
    guard shift.kind.isShift, shift.bend > 0.25 else { return .empty }
    return "bends: \(residual) remain"
  }
}

extension ShiftText {
  /// `the whole space by 0.31 m`, `24 of 41 anchors by 0.42 m, yaw +3.1°`.
  package var sentence: TerminalText { sentence(" by") }

  /// How far it went: `0.42 m, yaw +3.1°`.
  static func way(_ shift: FoundShift) -> TerminalText {
    joined(
      TerminalText(LengthText.measured(shift.displacement)),
      shift.yawError == nil ? 0 : shift.motion.yaw, 0)
  }

  /// - Parameter verb: what follows those who moved.
  private func sentence(_ verb: TerminalText) -> TerminalText {
    let who: TerminalText =
      if shift.kind == .space {
        "the whole space"
      } else if shift.isFollowedByAll {
        "all \(CountText.text(shift.live, "anchor"))"
      } else {
        "\(shift.followers.count) of \(shift.live) anchors"
      }
    return "\(who)\(verb) \(Self.way(shift))"
  }
}

// MARK: - Shifts between two states

extension ShiftText {
  /// `41 cm, yaw +8°`, `and came back`.
  package static func short(_ shift: ShiftBetween) -> TerminalText {
    shift.isMostlyBroughtBack ? "and came back" : way(shift)
  }

  private static func way(_ shift: ShiftBetween) -> TerminalText {
    joined(
      TerminalText(LengthText.measured(shift.displacement)), shift.motion.yaw, shift.centroid.y)
  }

  /// `the space shifted 41 cm, yaw +8°, residual 1.2 cm, 23 of 25 anchors`.
  ///
  /// - Parameter names: what the anchors that are still shifted are called, if most came back; empty if
  ///   they are only counted.
  package static func text(_ shift: ShiftBetween, stillShifted names: [TerminalText] = [])
    -> TerminalText
  {
    let what: TerminalText = "\(subject(shift)) shifted \(short(shift))"
    let others: TerminalText =
      shift.otherMotions > 0
      ? ", and \(CountText.text(shift.otherMotions, "other motion"))" : .empty
    if shift.isMostlyBroughtBack, !shift.isBroughtBack {
      return "\(what), \(rest(shift, names))\(others)"
    }
    guard shift.motion.inliers > 0 || shift.carried < shift.motion.common else {
      return "\(what), and every anchor also moved individually"
    }
    let back: TerminalText =
      shift.broughtBack > 0 && !shift.isBroughtBack
      ? ", \(CountText.text(shift.broughtBack, "other")) shifted and came back" : .empty
    return "\(what), \(reach(shift))\(back)\(others)"
  }

  /// `29 of 30 anchors; Lamp is still shifted by 40 cm`.
  private static func rest(_ shift: ShiftBetween, _ names: [TerminalText]) -> TerminalText {
    let anchors = CountText.text(shift.motion.common, "anchor")
    let who = names.isEmpty ? "\(shift.carried)" : "\(names.joined(separator: ", "))"
    let verb = shift.carried == 1 ? "is" : "are"
    return
      "\(shift.broughtBack) of \(anchors); \(who) \(verb) still shifted by \(way(shift))"
  }

  /// `residual 1.2 cm, 23 of 25 anchors`, `23 of 23 anchors, 22 of them also moved individually`: the
  /// residual of a few says nothing about the rest.
  private static func reach(_ shift: ShiftBetween) -> TerminalText {
    let anchors = CountText.text(shift.motion.common, "anchor")
    if shift.isMostlyMovedBesides {
      return "\(shift.carried) of \(anchors), \(shift.movedBesides) of them also moved individually"
    }
    let residual = TerminalText(LengthText.measured(shift.motion.residual))
    return "residual \(residual), \(shift.motion.inliers) of \(anchors)"
  }

  private static func subject(_ shift: ShiftBetween) -> TerminalText {
    shift.isOfSpace ? "the space" : "a part of the space"
  }

  /// Describes a shift that a comparison leaves in.
  package static func included(
    _ shift: ShiftBetween, stillShifted names: [TerminalText] = []
  ) -> TerminalText {
    text(shift, stillShifted: names) + "; the moves below include it"
  }

  /// Says what was taken out of a comparison that also names places, or why nothing was.
  package static func takenOutOfMoves(
    _ shift: ShiftBetween?, notAShift: UnshiftedMotion?, stillShifted names: [TerminalText] = []
  ) -> TerminalText {
    guard let shift else { return takenOut(nil, notAShift: notAShift) }
    return text(shift, stillShifted: names)
      + "; distances and angles are without it, places are as they were\(besides(notAShift))"
  }

  /// Says what was taken out of a comparison, or why nothing was.
  package static func takenOut(
    _ shift: ShiftBetween?, notAShift: UnshiftedMotion?, stillShifted names: [TerminalText] = []
  ) -> TerminalText {
    if let shift { return text(shift, stillShifted: names) + "; taken out\(besides(notAShift))" }
    let none: TerminalText = "the space did not shift between the two"
    switch notAShift {
    case nil: return none
    case .creeps(let creeps):
      let isOfSpace = creeps.count == 1 && creeps[0].isOfSpace
      let what = isOfSpace ? crept(creeps[0]) : text(creeps)
      return "\(none), but \(what), which the moves include"
    case .other(let motion):
      let text = ShiftText(motion)
      return "\(none); \(text.sentence(" moved by")) (\(text.verdict))"
    case .ofOthers(let shift):
      return "no anchor that is in both states followed a shift, but there was one: "
        + ShiftText(shift).sentence
    }
  }
}

// MARK: - Steps that are too small for a shift

extension ShiftText {
  /// A remark after shifts that are taken out: `; 18 of 40 anchors crept by …, which the moves include`.
  private static func besides(_ notAShift: UnshiftedMotion?) -> TerminalText {
    guard case .creeps(let creeps) = notAShift else { return .empty }
    return "; \(text(creeps)), which the moves include"
  }

  /// Describes the largest of some groups in full, and says how many others there were.
  private static func text(_ creeps: [Creep]) -> TerminalText {
    let largest = creeps.first.map { text($0) } ?? .empty
    switch creeps.count {
    case ...1: return largest
    case 2: return "\(largest), and another group went another way"
    default: return "\(largest), and \(creeps.count - 1) other groups went other ways"
    }
  }

  /// `50 of 159 anchors crept by 6.0 cm in 15 steps of less than 1 cm`, `all 30 anchors crept by …`.
  package static func text(_ creep: Creep) -> TerminalText {
    let who: TerminalText =
      creep.followers == creep.live
      ? "all \(CountText.text(creep.live, "anchor"))"
      : "\(creep.followers) of \(CountText.text(creep.live, "anchor"))"
    return "\(who) \(crept(creep))"
  }

  /// `crept by 6.0 cm in 15 steps of less than 1 cm`.
  private static func crept(_ creep: Creep) -> TerminalText {
    let way = joined(TerminalText(LengthText.measured(creep.displacement)), creep.yaw, 0)
    return "crept by \(way) in \(CountText.text(creep.steps, "step")) of less than 1 cm"
  }
}

// MARK: - The parts of any motion

extension ShiftText {
  /// Describes a motion: its length, and its yaw and height if they count.
  static func joined(_ length: TerminalText, _ yaw: Double, _ rise: Double) -> TerminalText {
    let turn: TerminalText = isTurned(yaw) ? "yaw \(TerminalText(AngleText.change(yaw)))" : .empty
    return [length, turn, height(rise)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns whether a turn is large enough to be shown.
  private static func isTurned(_ yaw: Double) -> Bool { abs(yaw) >= 0.05 }

  private static func height(_ rise: Double) -> TerminalText {
    guard abs(rise) >= 0.005 else { return .empty }
    return TerminalText("y \(rise > 0 ? "+" : "")\(LengthText.measured(rise))")
  }
}
