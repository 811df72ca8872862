package import HyperbasisCanvas

// What input by whole lines has to know, since a line may bring several keys or none.

extension State {
  /// Whether Enter has been offered for something; if not, it has only its usual meaning.
  package var offersEnter: Bool {
    switch layers.last {
    case .move, .help, .prompt: true
    case .bookmarks: view?.bookmarks.list.isEmpty == false
    case .plan(let dialog): !dialog.typed.isEmpty
    case .savedDraft, .importing: false
    case nil: view?.matchElsewhere != nil
    }
  }

  /// Whether a plan is confirmed by typing the number of its anchors.
  package var awaitsCount: Bool {
    if case .plan(let dialog) = layers.last { dialog.needsCount } else { false }
  }

  /// Returns whether a key replies to an open question, or begins a command that may.
  ///
  /// - Parameter isFirst: whether the question was there before the line with the key; a command on a
  ///   line of its own is as good a reply as a key.
  package func isReply(_ key: Key, isFirst: Bool) -> Bool {
    switch layers.last {
    case .plan, .savedDraft, .importing, .bookmarks: break
    case .help, .prompt, .move, nil: return false
    }
    if awaitsCount, let scalar = key.typed, ("0"..."9").contains(scalar) { return true }
    return switch keymap.intent(for: key, in: scopes) {
    case .dialog, .bookmark(.remove), .bookmark(.putBack): true
    case .program(.commandLine): !isFirst
    default: false
    }
  }
}
