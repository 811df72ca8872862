/// A column's name without what does not count: case, and a unit behind it.
struct ColumnName: Hashable, Sendable {
  /// In lower case.
  let core: String
  /// In lower case, without brackets.
  let unit: String?

  init(_ name: String) {
    let text = name.lowercased().trimmed
    for (open, close) in [("[", "]"), ("(", ")"), ("{", "}")] {
      guard text.hasSuffix(close), let start = text.lastIndex(of: Character(open)) else { continue }
      let unit = String(text[text.index(after: start)...].dropLast()).trimmed
      core = String(text[..<start]).trimmed
      self.unit = unit.isEmpty ? nil : unit
      return
    }
    if let line = text.lastIndex(of: "_"), line != text.startIndex {
      let unit = String(text[text.index(after: line)...])
      if Self.units.contains(unit) {
        core = String(text[..<line])
        self.unit = unit
        return
      }
    }
    core = text
    unit = nil
  }

  /// What may stand behind an underscore as a unit.
  private static let units: Set<String> = [
    "s", "sec", "secs", "seconds", "ms", "us", "ns", "millis", "micros", "nanos", "m", "cm", "mm",
    "ft", "deg", "rad", "degrees", "radians", "meters", "metres",
  ]

  /// The last part of a name of a member in an object.
  var lastPart: String { core.split(separator: ".").last.map(String.init) ?? core }
}

extension ColumnName {
  var length: LengthScale? {
    switch unit {
    case "m", "metre", "metres", "meter", "meters": .metres
    case "cm": .centimetres
    case "mm": .millimetres
    case "ft", "feet": .feet
    default: nil
    }
  }

  var angle: AngleUnit? {
    switch unit {
    case "deg", "degree", "degrees", "°": .degrees
    case "rad", "radian", "radians": .radians
    default: nil
    }
  }

  /// The unit of a time, which may also be the name itself: `ms`.
  var time: TimeFormat? {
    switch unit ?? core {
    case "s", "sec", "secs", "second", "seconds": .seconds
    case "ms", "millis", "milliseconds": .milliseconds
    case "us", "µs", "μs", "micros", "microseconds": .microseconds
    case "ns", "nanos", "nanoseconds": .nanoseconds
    default: nil
    }
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmed: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
