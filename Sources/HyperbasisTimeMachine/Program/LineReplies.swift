package import HyperbasisCanvas

// What whole lines have to know, which bring several keys at once or none.

extension State {
  /// Whether Enter does what was offered for it; where it is not, it has only its usual meaning.
  package var offersEnter: Bool {
    switch layers.last {
    case .move, .help, .prompt: true
    case .bookmarks: view?.bookmarks.list.isEmpty == false
    case .plan(let dialog): !dialog.typed.isEmpty
    case .savedDraft, .importing: false
    case nil: view?.matchElsewhere != nil
    }
  }

  /// Whether a plan is done by typing the number of its anchors.
  package var awaitsCount: Bool {
    if case .plan(let dialog) = layers.last { dialog.needsCount } else { false }
  }

  /// Whether a key replies to a question that is open, or begins a command that may.
  ///
  /// - Parameter isFirst: whether the question was there before the line of the key; a command in a
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
