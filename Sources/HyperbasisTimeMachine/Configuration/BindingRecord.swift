import HyperbasisCanvas

/// What a configuration file did to the keys, so that lost bindings can be reported.
struct BindingRecord: Sendable {
  struct Entry: Hashable, Sendable {
    let key: Key
    let scope: Scope
    let name: String
    let line: Int
  }

  /// The keys as they were before the file.
  private let former: Keymap
  private var entries: [Entry] = []
  /// Keys that were taken away on purpose: from one command, or from all of them.
  private var freed: Set<Freed> = []

  private struct Freed: Hashable {
    let key: Key
    let name: String?
  }

  init(former: Keymap) {
    self.former = former
  }

  /// Notes that a key was bound to a command.
  ///
  /// - Returns: an earlier line that bound the key to another command of the same scope.
  mutating func bind(_ key: Key, in scope: Scope, to name: String, line: Int) -> Entry? {
    let earlier = entries.firstIndex { $0.key == key && $0.scope == scope }
    let replaced = earlier.map { entries.remove(at: $0) }
    entries.append(Entry(key: key, scope: scope, name: name, line: line))
    return replaced?.name == name ? nil : replaced
  }

  /// Notes that a key was taken from a command, or from all of them.
  ///
  /// - Returns: the earlier lines that bound it.
  mutating func unbind(_ key: Key, from name: String?) -> [Entry] {
    freed.insert(Freed(key: key, name: name))
    let undone = entries.filter { $0.key == key && (name == nil || $0.name == name) }
    entries.removeAll { undone.contains($0) }
    return undone
  }

  /// Returns whether a command had a key before the file and has lost it since.
  func hasLost(_ key: Key, _ name: String, in keymap: Keymap) -> Bool {
    former.has(key, name) && !keymap.has(key, name)
  }

  private func isFreed(_ binding: Binding) -> Bool {
    freed.contains {
      binding.keys.contains($0.key) && ($0.name == nil || $0.name == binding.name)
    }
  }
}

extension Keymap {
  fileprivate func has(_ key: Key, _ name: String) -> Bool {
    bindings.contains { $0.name == name && $0.keys.contains(key) }
  }
}

// MARK: - Conflicts

extension BindingRecord {
  /// Returns how the newly bound keys conflict with each other and with the commands that had them.
  func conflicts(in keymap: Keymap) -> [ConfigurationFile.Problem] {
    hidden(in: keymap) + lost(in: keymap)
  }

  /// Keys that never reach their command, because a command in a nearer scope has them.
  private func hidden(in keymap: Keymap) -> [ConfigurationFile.Problem] {
    entries.compactMap { entry in
      let hiders = Scope.stacks.compactMap { stack -> TerminalText? in
        guard let depth = stack.firstIndex(of: entry.scope),
          let nearer = keymap.binding(of: entry.key, in: stack[..<depth]),
          nearer.name != entry.name
        else { return nil }
        return "\(TerminalText(nearer.name)) \(nearer.scope.place)"
      }
      guard !hiders.isEmpty else { return nil }
      // Several stacks may have the same command in the way.
      let named = hiders.enumerated().filter { !hiders[..<$0.offset].contains($0.element) }
        .map(\.element).joined(separator: " and ")
      return ConfigurationFile.Problem(
        line: entry.line,
        text:
          "\(TerminalText(entry.key.name)) does not reach \(TerminalText(entry.name)), since it is "
          + "\(named)")
    }
  }

  /// Commands that lost their last key, unless it was taken away on purpose.
  private func lost(in keymap: Keymap) -> [ConfigurationFile.Problem] {
    var reported: Set<String> = []
    return Scope.stacks.flatMap { stack in
      former.bindings.filter { stack.contains($0.scope) }.compactMap { binding in
        guard former.isReachable(binding.intent, in: stack),
          !keymap.isReachable(binding.intent, in: stack),
          !isFreed(binding),
          let cause = entries.last(where: {
            binding.keys.contains($0.key) && stack.contains($0.scope)
          }),
          reported.insert(binding.name).inserted
        else { return nil }
        let (name, key) = (TerminalText(binding.name), TerminalText(cause.key.name))
        let place = stack.contains(.space) ? Scope.space : stack[0]
        return ConfigurationFile.Problem(
          line: cause.line,
          text: "\(key) is \(TerminalText(cause.name)) now, so \(name) has no key left "
            + "\(place.place); bind another, or confirm that with unbind \(key) \(name)")
      }
    }
  }
}

extension Keymap {
  /// Returns whether some key triggers an intent while these scopes are active.
  fileprivate func isReachable(_ intent: Intent, in stack: [Scope]) -> Bool {
    bindings.contains { binding in
      binding.intent == intent && stack.contains(binding.scope)
        && binding.keys.contains { self.intent(for: $0, in: stack) == intent }
    }
  }

  fileprivate func binding(of key: Key, in scopes: ArraySlice<Scope>) -> Binding? {
    bindings.first { scopes.contains($0.scope) && $0.keys.contains(key) }
  }
}

extension Scope {
  /// The scopes that are active together, the nearest first.
  static let stacks: [[Scope]] = [
    [.list, .space, .everywhere], [.map, .space, .everywhere], [.spaces, .everywhere],
    [.dialog, .everywhere], [.move, .everywhere], [.offer, .everywhere],
    [.help, .everywhere], [.bookmarks, .everywhere],
  ]

  fileprivate var place: TerminalText {
    switch self {
    case .everywhere: "everywhere"
    case .spaces: "in the list of spaces"
    case .space: "in an open space"
    case .map: "on the plan"
    case .list: "in lists"
    case .dialog: "in a dialog"
    case .move: "while an anchor is moved"
    case .offer: "where a draft is offered"
    case .help: "in the help"
    case .bookmarks: "in the list of bookmarks"
    }
  }
}
