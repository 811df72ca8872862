package import HyperbasisCanvas
import HyperbasisHistory

extension Keymap {
  /// Gives a command one more key, and takes that key from the other commands of its scope.
  ///
  /// - Throws: if there is no such command, or if the key is refused (``refusal(of:for:)``); then nothing
  ///   has changed.
  package mutating func bind(_ key: Key, to name: String) throws(Complaint) {
    let number = try number(of: name)
    if let reason = refusal(of: key, for: bindings[number]) { throw Complaint(reason) }
    remove(key, fromScope: bindings[number].scope)
    bindings[number].keys.append(key)
    rebuildIndex()
  }

  /// Replaces the keys of a command.
  package mutating func rebind(_ name: String, to keys: [Key]) throws(Complaint) {
    let first = try number(of: name)
    for key in keys {
      if let reason = refusal(of: key, for: bindings[first]) { throw Complaint(reason) }
    }
    for number in bindings.indices where bindings[number].name == name {
      bindings[number].keys = []
    }
    for key in keys { remove(key, fromScope: bindings[first].scope) }
    bindings[first].keys = keys
    rebuildIndex()
  }

  /// Takes a key from a command, or from all of them.
  ///
  /// - Throws: if the key is not bound.
  package mutating func unbind(_ key: Key, from name: String? = nil) throws(Complaint) {
    if let name { _ = try number(of: name) }
    let places = bindings.indices.filter { number in
      bindings[number].keys.contains(key) && (name == nil || bindings[number].name == name)
    }
    guard !places.isEmpty else {
      let whose = TerminalText(name ?? "any command")
      throw Complaint("\(TerminalText(key.name)) is not a key of \(whose)")
    }
    for place in places { bindings[place].keys.removeAll { $0 == key } }
    rebuildIndex()
  }

  /// Returns the first binding of a command: the one of its widest scope.
  private func number(of name: String) throws(Complaint) -> Int {
    if let number = bindings.firstIndex(where: { $0.name == name }) { return number }
    let hint = TerminalText.didYouMean(name, among: bindings.map(\.name))
    throw Complaint("there is no command \"\(TerminalText(name, limit: 40))\"\(hint)")
  }

  private mutating func remove(_ key: Key, fromScope scope: Scope) {
    for number in bindings.indices where bindings[number].scope == scope {
      bindings[number].keys.removeAll { $0 == key }
    }
  }
}

// MARK: - Refusals

extension Keymap {
  /// Returns why a key may not be bound to a command; nil if it may.
  ///
  /// A lone Enter never confirms and never writes, Escape always leaves, and the key that asks for
  /// a plan is not the one that confirms it, so that a held key writes nothing.
  func refusal(of key: Key, for binding: Binding) -> TerminalText? {
    if let other = Self.sentAs(key) {
      return "terminals send \(TerminalText(key.name)) as \(TerminalText(other.name)); bind that"
    }
    guard binding.intent == .dialog(.confirm) || binding.group == .write else { return nil }
    if key.code == .enter { return "Enter never confirms or writes" }
    if key.code == .escape { return "Escape leaves, it never confirms or writes" }
    let clash = bindings.first { other in
      other.keys.contains(key)
        && (binding.intent == .dialog(.confirm)
          ? other.group == .write : other.intent == .dialog(.confirm))
    }
    guard let clash else { return nil }
    return "\(TerminalText(key.name)) is the key of \(TerminalText(clash.name)): "
      + "one key cannot ask for a change and confirm it"
  }

  /// The key that terminals send instead, for Control with a character that coincides with another key.
  private static func sentAs(_ key: Key) -> Key? {
    switch key {
    case .control("m"), .control("j"): .enter
    case .control("i"): .tab
    case .control("["): .escape
    case .control("h"): .backspace
    default: nil
    }
  }
}
