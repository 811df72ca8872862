package import Canvas

/// The one table of keys: input, footer, help and documentation read it.
package struct Keymap: Hashable, Sendable {
  package private(set) var bindings: [Binding]
  private var index: [Scope: [Key: Intent]] = [:]

  package init(bindings: [Binding] = Keymap.standardBindings) {
    self.bindings = bindings
    rebuildIndex()
  }

  package static let standard = Keymap()

  package static let standardBindings =
    timeBindings + compareBindings + listBindings + planBindings + writeBindings + programBindings
    + moveBindings + dialogBindings

  private mutating func rebuildIndex() {
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

  /// Gives the command of a name other keys, and takes these keys from the others of its scope.
  ///
  /// - Returns: Whether there is a command of that name.
  package mutating func rebind(_ name: String, to keys: [Key]) -> Bool {
    let scopes = bindings.filter { $0.name == name }.map(\.scope)
    guard !scopes.isEmpty else { return false }
    for position in bindings.indices where scopes.contains(bindings[position].scope) {
      if bindings[position].name == name {
        bindings[position].keys = keys
      } else {
        bindings[position].keys.removeAll { keys.contains($0) }
      }
    }
    rebuildIndex()
    return true
  }
}
