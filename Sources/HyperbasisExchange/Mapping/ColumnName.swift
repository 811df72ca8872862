/// A column's name without what is ignored: case, and a unit after it.
struct ColumnName: Hashable, Sendable {
  /// The name in lower case.
  let core: String
  /// The unit in lower case, without brackets.
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
      let core = String(text[..<line])
      if Self.units.contains(unit) || (Self.clocks.contains(core) && Self.spans.contains(unit)) {
        self.core = core
        self.unit = unit
        return
      }
    }
    core = text
    unit = nil
  }

  /// What counts as a unit after an underscore.
  private static let units: Set<String> = [
    "s", "sec", "secs", "seconds", "ms", "us", "ns", "millis", "micros", "nanos", "m", "cm", "mm",
    "ft", "deg", "rad", "degrees", "radians", "meters", "metres", "km", "kilometers", "kilometres",
    "centimeters", "centimetres", "millimeters", "millimetres", "feet", "inches", "yards", "hours",
    "minutes", "days", "milliseconds", "microseconds", "nanoseconds",
  ]
  /// What counts as a unit only after the name of a time: for a place, `x_min` is a minimum.
  private static let spans: Set<String> = ["h", "hr", "hrs", "hour", "min", "mins", "d", "day"]
  private static let clocks: Set<String> = ["t", "time", "timestamp", "elapsed"]

  /// The last part of a dotted name, as members of an object have.
  var lastPart: String { core.split(separator: ".").last.map(String.init) ?? core }
}

extension ColumnName {
  /// Only the letters and digits: `Inventory No.` and `inventory_no` are one name.
  var letters: String { core.filter { $0.isLetter || $0.isNumber } }

  /// Whether the last of several words is `id`: `sensor_id`.
  var endsInId: Bool {
    let words = core.split { !$0.isLetter && !$0.isNumber }
    return words.count > 1 && words.last == "id"
  }

  var length: LengthScale? {
    switch unit {
    case "m", "metre", "metres", "meter", "meters": .metres
    case "cm", "centimetre", "centimetres", "centimeter", "centimeters": .centimetres
    case "mm", "millimetre", "millimetres", "millimeter", "millimeters": .millimetres
    case "km", "kilometre", "kilometres", "kilometer", "kilometers": .kilometres
    case "ft", "foot", "feet": .feet
    case "in", "inch", "inches": .inches
    case "yd", "yard", "yards": .yards
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
    case "ms", "millis", "millisecond", "milliseconds": .milliseconds
    case "us", "µs", "μs", "micros", "microsecond", "microseconds": .microseconds
    case "ns", "nanos", "nanosecond", "nanoseconds": .nanoseconds
    case "min", "mins", "minute", "minutes": .minutes
    case "h", "hr", "hrs", "hour", "hours": .hours
    case "d", "day", "days": .days
    default: nil
    }
  }

  /// Whether it has a unit of angles other than degrees and radians. Other words after a name are not
  /// units: `lat (WGS84)`.
  var isStrangeAngle: Bool {
    guard let unit else { return false }
    return [
      "gon", "gons", "grad", "grads", "gradian", "gradians", "mrad", "mil", "mils", "arcmin",
      "arcsec", "dms", "turn", "turns",
    ].contains(unit)
  }

  /// Whether it has a unit that is not a known unit of length.
  var isStrangeLength: Bool { unit != nil && length == nil }

  /// Whether it has a unit that is not a known unit of time. A zone or an epoch is not a unit.
  var isStrangeTime: Bool {
    guard let unit else { return false }
    return time == nil && !["utc", "gmt", "z", "unix", "epoch", "posix"].contains(unit)
  }
}

extension String {
  /// The text without whitespace at its ends.
  var trimmed: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
