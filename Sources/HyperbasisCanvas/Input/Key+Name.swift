extension Key {
  /// Creates the key that a name such as `ctrl-r`, `shift-left`, `space` or `A` stands for.
  ///
  /// Names of keys may be in any case; a single character is that character.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let (modifier, after) = Self.modifier(at: rest) {
      modifiers.insert(modifier)
      rest = after
    }
    if rest.lowercased() == "backtab" { modifiers.insert(.shift) }
    guard let code = Self.code(named: String(rest)) else { return nil }
    self = Key(code, modifiers).normalized
  }

  /// The name of the key in configuration files and in the help.
  package var name: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "ctrl-" }
    if modifiers.contains(.alt) { prefix += "alt-" }
    if modifiers.contains(.shift) { prefix += "shift-" }
    return prefix + codeName
  }
}

extension Key: CustomStringConvertible {
  package var description: String { name }
}

// MARK: - Parts of names

extension Key {
  private static let namedCodes: [(name: String, code: Code)] = [
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown), ("insert", .insert),
    ("delete", .delete), ("backspace", .backspace), ("tab", .tab), ("enter", .enter),
    ("escape", .escape), ("space", .character(" ")), ("unknown", .unknown),
    ("pgup", .pageUp), ("pgdn", .pageDown), ("esc", .escape), ("return", .enter),
    ("del", .delete), ("ins", .insert), ("backtab", .tab),
  ]

  /// The names of keys that are more than a character, to suggest for a mistyped one.
  package static let names: [String] =
    namedCodes.map(\.name).filter { $0 != "unknown" } + (1...24).map { "f\($0)" }
    + "abcdefghijklmnopqrstuvwxyz".map { "ctrl-\($0)" }
    + ["up", "down", "left", "right"].map { "shift-\($0)" }

  private static func modifier(at text: Substring) -> (Modifiers, Substring)? {
    let names: [(String, Modifiers)] = [
      ("ctrl", .control), ("control", .control), ("alt", .alt), ("meta", .alt), ("shift", .shift),
    ]
    guard let separator = text.dropFirst().firstIndex(where: { $0 == "-" || $0 == "+" }),
      let found = names.first(where: { $0.0 == text[..<separator].lowercased() })
    else { return nil }
    let rest = text[text.index(after: separator)...]
    return rest.isEmpty ? nil : (found.1, rest)
  }

  private static func code(named name: String) -> Code? {
    let scalars = name.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first {
      guard case .shown = ScalarPolicy.of(scalar) else { return nil }
      return .character(scalar)
    }
    let lower = name.lowercased()
    if let found = namedCodes.first(where: { $0.name == lower }) { return found.code }
    if lower.first == "f", let number = Int(lower.dropFirst()), (1...24).contains(number) {
      return .function(number)
    }
    return nil
  }

  /// The key in its usual form: Shift with a letter is its upper case, and Control ignores case.
  var normalized: Key {
    guard case .character(let scalar) = code, scalar.properties.isAlphabetic else { return self }
    if modifiers.contains(.control) {
      let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
      return Key(.character(lower), modifiers.subtracting(.shift))
    }
    guard modifiers.contains(.shift) else { return self }
    let upper = scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar
    return Key(.character(upper), modifiers.subtracting(.shift))
  }

  private var codeName: String {
    switch code {
    case .character(let scalar) where scalar != " ": String(scalar)
    case .function(let number): "f\(number)"
    default: Self.namedCodes.first { $0.code == code }?.name ?? "unknown"
    }
  }
}
