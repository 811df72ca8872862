package import HyperbasisCanvas
package import HyperbasisSyncStatus

/// Describes spaces that were deleted elsewhere, or here without knowing what others had done.
package enum RemovedSpaceText {
  /// `Lab was deleted elsewhere, with changes that only you had; hyperbasis restore-space Lab
  /// brings it back`.
  ///
  /// - Parameter command: the command that brings it back.
  package static func text(_ space: RemovedSpace, command: TerminalText) -> TerminalText {
    let id = TerminalText(ShortId.text(space.id))
    let name = space.name.map { TerminalText($0, limit: 40) } ?? id
    if space.unseenEvents > 0 {
      let unseen = CountText.text(space.unseenEvents, "change")
      return
        "\(name) was deleted with \(unseen) by others that had not come in; \(command) brings it "
        + "back for everybody, changes included"
    }
    let work: TerminalText =
      space.heldOwnWork ? ", with changes that only you had" : .empty
    return "\(name) was deleted elsewhere\(work); \(command) brings it back"
  }

  /// Describes the first of some spaces, taking those with changes made here first, and says how many
  /// more there are; nil if there are none.
  ///
  /// - Parameter command: the command that brings one back.
  package static func summary(
    _ spaces: [RemovedSpace], command: (RemovedSpace) -> TerminalText
  ) -> TerminalText? {
    guard let first = sorted(spaces).first else { return nil }
    let rest: TerminalText = spaces.count > 1 ? " (and \(spaces.count - 1) more)" : .empty
    return text(first, command: command(first)) + rest
  }

  /// Returns the spaces with those first that had changes which only one side knew of.
  package static func sorted(_ spaces: [RemovedSpace]) -> [RemovedSpace] {
    spaces.filter(\.heldWorkOfOneSide) + spaces.filter { !$0.heldWorkOfOneSide }
  }
}

extension RemovedSpace {
  fileprivate var heldWorkOfOneSide: Bool { heldOwnWork || unseenEvents > 0 }
}
