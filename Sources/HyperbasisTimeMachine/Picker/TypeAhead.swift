import HyperbasisCanvas

// Keys that are typed before the store has responded: they wait, in order, for what they are meant
// for.

extension State {
  /// Whether the list of spaces, or the space that was asked for, is still being read.
  var isAwaitingStore: Bool {
    view == nil && layers.isEmpty && (picker.opening != nil || picker.spaces == nil)
  }

  /// Keeps a key for later.
  ///
  /// - Returns: whether it waits; keys that end or stop the program do not, nor does Escape, which
  ///   lets go of those that wait.
  mutating func keepForLater(_ key: Key) -> Bool {
    guard isAwaitingStore, !worksWhileWaiting(key) else { return false }
    guard picker.typedAhead.count < Self.mostTypedAhead else { return true }
    picker.typedAhead.append(key)
    message = .note("\(waitingFor): what you type is done after that")
    return true
  }

  /// Does what was typed, as far as the store's responses allow, and up to a key that would change the
  /// store: nobody changes what they have not seen.
  mutating func catchUp() -> [Effect] {
    guard !picker.typedAhead.isEmpty, !isAwaitingStore else { return [] }
    // What was typed before a question is not a reply to it.
    guard layers.isEmpty else {
      picker.typedAhead = []
      return []
    }
    var effects: [Effect] = []
    while let key = picker.typedAhead.first, !isAwaitingStore {
      picker.typedAhead.removeFirst()
      let before = self
      let asked = handle(key)
      settle()
      if asked.contains(where: \.isAboutChange) {
        self = before
        leaveUndone(key)
      } else {
        effects += asked
      }
    }
    return effects
  }

  private mutating func leaveUndone(_ key: Key) {
    picker.typedAhead = []
    layers = []
    let label = KeyLabel.text(key, charset: settings.charset)
    message = .note("\(label) came before the space was shown and changed nothing; press it again")
  }

  /// Whether a key acts at once; `q` does so where it can be meant for nothing else.
  private func worksWhileWaiting(_ key: Key) -> Bool {
    switch keymap.intent(for: key, in: [.everywhere]) {
    case .program(.leave): true
    case .program(.quit), .program(.close), .program(.redraw), .program(.suspend):
      picker.typedAhead.isEmpty || key.typed == nil
    default: false
    }
  }

  private var waitingFor: TerminalText {
    picker.opening == nil ? "reading the store" : "opening the space"
  }

  /// More than that is not typing any more.
  private static let mostTypedAhead = 256
}
