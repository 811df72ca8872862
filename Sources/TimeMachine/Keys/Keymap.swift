package import Canvas

/// The one table of keys: input, footer, help and documentation read it.
package struct Keymap: Hashable, Sendable {
  package internal(set) var bindings: [Binding]
  private var index: [Scope: [Key: Intent]] = [:]

  package init(bindings: [Binding] = Keymap.standardBindings) {
    self.bindings = bindings
    rebuildIndex()
  }

  package static let standard = Keymap()

  package static let standardBindings =
    timeBindings + compareBindings + listBindings + planBindings + writeBindings + programBindings
    + moveBindings + dialogBindings

  mutating func rebuildIndex() {
    index = [:]
    for binding in bindings {
      for key in binding.keys { index[binding.scope, default: [:]][key] = binding.intent }
    }
  }
}

extension Keymap {
  /// What a key asks for in the first of the scopes that knows it.
  package func intent(for key: Key, in scopes: [Scope]) -> Intent? {
    for scope in scopes {
      if let intent = index[scope]?[key] { return intent }
    }
    return nil
  }

  /// The first binding of an intent in one of the scopes.
  package func binding(for intent: Intent, in scopes: [Scope]) -> Binding? {
    for scope in scopes {
      if let found = bindings.first(where: { $0.scope == scope && $0.intent == intent }) {
        return found
      }
    }
    return nil
  }

  /// How messages call the key of an intent, such as `u`.
  package func label(of intent: Intent) -> TerminalText {
    let key = bindings.first { $0.intent == intent && !$0.keys.isEmpty }?.keys.first
    return key.map { KeyLabel.text($0) } ?? ":\(name(of: intent))"
  }

  private func name(of intent: Intent) -> TerminalText {
    TerminalText(bindings.first { $0.intent == intent }?.name ?? "")
  }
}
