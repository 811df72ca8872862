package import HyperbasisCanvas

/// The one table of keys, used by input, footer, help and documentation.
package struct Keymap: Hashable, Sendable {
  package internal(set) var bindings: [Binding]
  /// Whether keys are shown by names that can be read aloud and typed, rather than by symbols.
  package var namesKeys = false
  private var index: [Scope: [Key: Intent]] = [:]
  /// The number of the first binding of each intent in each scope, and of the binding whose key messages
  /// name.
  private var numbers: [Scope: [Intent: Int]] = [:]
  private var labelled: [Intent: Int] = [:]

  package init(bindings: [Binding] = Keymap.standardBindings) {
    self.bindings = bindings
    rebuildIndex()
  }

  package static let standard = Keymap()

  package static let standardBindings =
    timeBindings + compareBindings + listBindings + mapBindings + writeBindings + programBindings
    + moveBindings + dialogBindings + bookmarkBindings

  mutating func rebuildIndex() {
    (index, numbers, labelled) = ([:], [:], [:])
    for (number, binding) in bindings.enumerated() {
      for key in binding.keys { index[binding.scope, default: [:]][key] = binding.intent }
      if numbers[binding.scope]?[binding.intent] == nil {
        numbers[binding.scope, default: [:]][binding.intent] = number
      }
    }
    for (intent, numbers) in Dictionary(grouping: bindings.indices, by: { bindings[$0].intent }) {
      labelled[intent] = labelledNumber(of: numbers)
    }
  }

  /// Returns the first binding that has a key. A binding in a layer, such as the help, is of no use while
  /// the layer is closed: it counts only for an intent that no other scope has.
  private func labelledNumber(of numbers: [Int]) -> Int? {
    let wider = numbers.filter { !bindings[$0].scope.isLayer }
    return (wider.isEmpty ? numbers : wider).first { !bindings[$0].keys.isEmpty }
  }
}

extension Keymap {
  /// Returns the intent of a key in the first of the scopes that binds it.
  package func intent(for key: Key, in scopes: [Scope]) -> Intent? {
    for scope in scopes {
      if let intent = index[scope]?[key] { return intent }
    }
    return nil
  }

  /// Returns the first binding of an intent in one of the scopes.
  package func binding(for intent: Intent, in scopes: [Scope]) -> Binding? {
    for scope in scopes {
      if let number = numbers[scope]?[intent] { return bindings[number] }
    }
    return nil
  }

  /// Returns how messages show the key of an intent, such as `u`.
  package func label(of intent: Intent) -> TerminalText { label(of: intent, charset: .block) }

  /// Returns the same in the characters of a set.
  func label(of intent: Intent, charset: Charset) -> TerminalText {
    keyLabel(of: intent, charset: charset) ?? ":\(name(of: intent))"
  }

  /// Returns how messages show the key of an intent; nil if it has none.
  func keyLabel(of intent: Intent, charset: Charset) -> TerminalText? {
    labelled[intent].flatMap { bindings[$0].keys.first }.map { text(of: $0, charset: charset) }
  }

  /// Returns how a key is shown.
  func text(of key: Key, charset: Charset) -> TerminalText {
    KeyLabel.text(key, charset: charset, inWords: namesKeys)
  }

  private func name(of intent: Intent) -> TerminalText {
    TerminalText(bindings.first { $0.intent == intent }?.name ?? "")
  }
}
