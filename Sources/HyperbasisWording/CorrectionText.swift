import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisDrift
import HyperbasisModels

/// Says what a correction does to the existing anchors.
package struct CorrectionText {
  private let plan: CorrectionPlan

  package init(_ plan: CorrectionPlan) {
    self.plan = plan
  }
}

extension CorrectionText {
  /// `27 move (22 back exactly, 3 with later moves kept, 2 added since); 14 stay (12 in that frame
  /// already, 1 put back by hand, 1 added since)`.
  package var counts: TerminalText {
    let stays = CorrectionPlan.Stay.allCases.map { ($0, plan.stays[$0]?.count ?? 0) }
    let moves = CorrectionPlan.Move.Kind.allCases.map { kind in
      (kind, plan.moves.count { $0.kind == kind })
    }
    let moveCount = plan.moves.count
    let moving = Self.sum(
      moveCount, moveCount == 1 ? "moves" : "move", moves.map { ($1, Self.word($0)) })
    let stayCount = stays.reduce(0) { $0 + $1.1 }
    let staying = Self.sum(
      stayCount, stayCount == 1 ? "stays" : "stay", stays.map { ($1, Self.word($0)) })
    return "\(moving); \(staying)"
  }

  /// What to know before the correction is made; empty if there is nothing.
  package var warnings: [TerminalText] {
    var lines: [TerminalText] = []
    // Anchors that are put back exactly are as they were, however the space was bent.
    if !plan.bent.isEmpty, plan.moves.contains(where: { $0.kind != .exact }) {
      lines.append(
        "\(CountText.text(plan.bent.count, "shift")) bent the space: the part that is not a rigid motion remains"
      )
    }
    if plan.undecidedCount > 0 { lines.append(Self.undecided) }
    return lines
  }

  /// Returns why no anchor has to move for all to be in one frame, if that is so.
  ///
  /// - Parameters:
  ///   - shifts: the shifts that the plan was made for.
  ///   - keepsAdded: whether what was added since was to be kept where it is.
  package func reasonForNothing(
    _ shifts: [FoundShift], keepsAdded: Bool = false
  ) -> TerminalText {
    let those: TerminalText = shifts.count == 1 ? "this shift" : "these shifts"
    guard plan.tag.frame == .new else { return "no anchor has \(those) in it" }
    // The plan considers no anchor at all if there is no frame to bring it into.
    if plan.stays.isEmpty {
      return shifts.count == 1
        ? "this shift was taken back, so there is no frame after it"
        : "these shifts were taken back, so there is no frame after them"
    }
    if keepsAdded, plan.stays[.added] != nil {
      return "every anchor is in the frame after \(those), or was added since and is kept"
    }
    if shifts.allSatisfy(\.isFollowedByAll) { return "every anchor went along with \(those)" }
    let all: TerminalText = "every anchor is in the frame after \(those) by now"
    guard shifts.count == 1, let shift = shifts.first, shift.hasWrittenAll else { return all }
    let who: TerminalText =
      shift.leftBehind == 1
      ? "the one that did not follow moved by itself"
      : "the \(shift.leftBehind) that did not follow moved by themselves"
    return "\(all): \(who) in the same burst"
  }

  /// What a shift is called in a question: `shift of 2024-04-02`, and if another one has the same date, what
  /// tells it apart: `shift of 2024-04-02 by 42 cm, yaw +3.1°`, or its id.
  ///
  /// - Parameter shifts: all motions of the space.
  package static func name(
    _ shift: FoundShift, among shifts: [FoundShift], date: TerminalText
  ) -> TerminalText {
    let name: TerminalText = "shift of \(date)"
    let twins = shifts.filter {
      $0.kind.isShift && $0.from == shift.from && $0.firstEvent != shift.firstEvent
    }
    if twins.isEmpty { return name }
    let way = ShiftText.way(shift)
    return twins.contains { ShiftText.way($0) == way }
      ? "\(name), id \(TerminalText(ShortId.text(shift.id)))" : "\(name) by \(way)"
  }

  /// Why the frame of some anchors is unknown.
  package static let undecided: TerminalText =
    "no actorId: the frame of anchors added or moved after a shift of part of the space is unknown"

  private static func sum(
    _ count: Int, _ what: TerminalText, _ parts: [(count: Int, word: TerminalText)]
  ) -> TerminalText {
    let named = parts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" as TerminalText }
    return named.isEmpty
      ? "\(count) \(what)" : "\(count) \(what) (\(named.joined(separator: ", ")))"
  }

  private static func word(_ kind: CorrectionPlan.Move.Kind) -> TerminalText {
    switch kind {
    case .exact: "back exactly"
    case .shifted: "with later shifts kept"
    case .corrected: "with an earlier correction kept"
    case .moved: "with later moves kept"
    case .added: "added since"
    case .broughtAlong: "brought along"
    }
  }

  private static func word(_ stay: CorrectionPlan.Stay) -> TerminalText {
    switch stay {
    case .sameFrame: "in that frame already"
    case .putBack: "put back by hand"
    case .added: "added since"
    }
  }
}
