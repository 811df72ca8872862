package import HyperbasisCanvas
package import HyperbasisDrift
package import HyperbasisModels

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

  /// Returns why no anchor has to move for all to be in one frame.
  ///
  /// - Parameter count: the number of shifts.
  package static func reasonForNothing(_ frame: HBCorrection.Frame, shifts count: Int = 1)
    -> TerminalText
  {
    switch (frame, count) {
    case (.old, 1): "no anchor has this shift in it"
    case (.old, _): "no anchor has these shifts in it"
    case (.new, 1): "every anchor went along with this shift, or it was taken back"
    case (.new, _): "every anchor went along with these shifts, or they were taken back"
    }
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
