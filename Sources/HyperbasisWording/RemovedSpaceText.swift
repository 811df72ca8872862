package import HyperbasisCanvas
package import HyperbasisSyncStatus

/// Describes spaces that were deleted elsewhere.
package enum RemovedSpaceText {
  /// `Lab was deleted elsewhere, with changes that only you had; hyperbasis restore-space Lab
  /// brings it back`.
  ///
  /// - Parameter command: the command that brings it back.
  package static func text(_ space: RemovedSpace, command: TerminalText) -> TerminalText {
    let id = TerminalText(ShortId.text(space.id))
    let name = space.name.map { TerminalText($0, limit: 40) } ?? id
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

  /// Returns the spaces with those first that had changes made here, since these are missed here.
  package static func sorted(_ spaces: [RemovedSpace]) -> [RemovedSpace] {
    spaces.filter(\.heldOwnWork) + spaces.filter { !$0.heldOwnWork }
  }
}
