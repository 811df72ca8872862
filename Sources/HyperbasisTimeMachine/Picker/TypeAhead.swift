import HyperbasisCanvas

// Keys that are typed before the store has answered: they wait, in order, for what they are meant
// for.

extension State {
  /// Whether the list of spaces, or the space that was asked for, is still being read.
  var isAwaitingStore: Bool {
    view == nil && layers.isEmpty && (opening != nil || picker.spaces == nil)
  }

  /// Keeps a key for later.
  ///
  /// - Returns: whether it waits; keys that end or stop the program do not, nor does Escape, which
  ///   lets go of those that wait.
  mutating func keepForLater(_ key: Key) -> Bool {
    guard isAwaitingStore, !worksWhileWaiting(key) else { return false }
    guard typedAhead.count < Self.mostTypedAhead else { return true }
    typedAhead.append(key)
    message = .note("\(waitingFor): what you type is done then")
    return true
  }

  /// Does what was typed, as far as the store's answers allow, and up to a key that would change the
  /// store: nobody changes what they have not seen.
  mutating func catchUp() -> [Effect] {
    guard !typedAhead.isEmpty, !isAwaitingStore else { return [] }
    // A question that nobody could know of is not answered by what was typed before it.
    guard layers.isEmpty else {
      typedAhead = []
      return []
    }
    var effects: [Effect] = []
    while let key = typedAhead.first, !isAwaitingStore {
      typedAhead.removeFirst()
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
    typedAhead = []
    layers = []
    let label = KeyLabel.text(key, charset: settings.charset)
    message = .note("\(label) came before the space was shown and changed nothing; press it again")
  }

  /// Whether a key acts at once; `q` does so where it can be meant for nothing else.
  private func worksWhileWaiting(_ key: Key) -> Bool {
    switch keymap.intent(for: key, in: [.everywhere]) {
    case .leave: true
    case .quit, .close, .redraw, .suspend: typedAhead.isEmpty || key.typed == nil
    default: false
    }
  }

  private var waitingFor: TerminalText {
    opening == nil ? "reading the store" : "opening the space"
  }

  /// More is no typing any more.
  private static let mostTypedAhead = 256
}
