import Foundation
package import HyperbasisCanvas
import HyperbasisHistory

/// One line of the table of options: what `set` takes, in the file and on the command line.
package struct SettingOption: Sendable {
  package let name: String
  /// The named values; `takesOthers` describes any further ones.
  package let values: [String]
  /// Which other values it takes, as worded in the help; nil if `values` are all.
  package let takesOthers: TerminalText?
  package let help: TerminalText
  /// The value in force.
  package let value: @Sendable (Settings) -> String
  /// The value that `set` with only the option's name sets; nil if that shows the value in force instead.
  var valueOfName: String?
  /// Sets a value; returns false for an invalid one.
  private let write: @Sendable (inout Settings, String) -> Bool
}

extension SettingOption {
  /// Returns the option of a name.
  package static func named(_ name: String) throws(Complaint) -> SettingOption {
    if let option = all.first(where: { $0.name == name.lowercased() }) { return option }
    let nearest = NearestNames.nearest(to: name, among: all.map(\.name)).first
    let help: TerminalText =
      nearest.map { "did you mean \(TerminalText($0))?" }
      ?? "the options are \(TerminalText(all.map(\.name).joined(separator: ", ")))"
    throw Complaint("there is no option \"\(TerminalText(name, limit: 40))\"; \(help)")
  }

  /// Sets the option, if the value is one of its own.
  package func set(_ value: String, in settings: inout Settings) throws(Complaint) {
    guard write(&settings, value) else {
      throw Complaint(
        "\(TerminalText(name)) takes \(expected), not \"\(TerminalText(value, limit: 40))\"")
    }
  }

  /// `braille, block or ascii`.
  package var expected: TerminalText {
    var words = values.map { TerminalText($0) }
    if let takesOthers { words.append(takesOthers) }
    guard let last = words.popLast(), !words.isEmpty else { return TerminalText(values.joined()) }
    return "\(words.joined(separator: ", ")) or \(last)"
  }
}

// MARK: - The table

extension SettingOption {
  package static let all: [SettingOption] = [
    choice(
      "charset", \.charset, Charset.allCases.map { ($0.rawValue, $0) },
      "the characters that the plan is drawn with"),
    SettingOption(
      name: "colors", values: Coloring.cycle.map(\.word), takesOthers: "key:NAME",
      help: "what the colours of anchors mean", value: { $0.coloring.word },
      write: { settings, text in
        guard let coloring = Coloring(word: text) else { return false }
        settings.coloring = coloring
        return true
      }),
    choice("labels", \.showsLabels, switched, "labels on the plan, or none"),
    choice("mouse", \.usesMouse, switched, "clicks, drags and the wheel"),
    choice(
      "readonly", \.isReadOnly, switched, "nothing is written to the store", valueOfName: "on"),
    choice(
      "sync", \.syncStrategy, [("on-save", .onSave), ("manual", .manual)],
      "when to sync with the cloud: after every change and every 4 to 60 seconds, or when asked"),
    choice(
      "theme", \.background, [("dark", .dark), ("light", .light)], "the terminal's background"),
    SettingOption(
      name: "threshold", values: MoveThreshold.allCases.map(\.word), takesOthers: nil,
      help: "the distance from which a move counts",
      value: { $0.threshold.word },
      write: { settings, text in
        guard let threshold = MoveThreshold(word: text) else { return false }
        settings.threshold = threshold
        return true
      }),
    SettingOption(
      name: "trails", values: Trails.names,
      takesOthers: "a number of positions, or a time such as 1h",
      help: "where anchors were before: the last positions, the last hour, from A to B, or all",
      value: { "\($0.trails)" },
      write: { settings, text in
        guard let trails = Trails(word: text) else { return false }
        settings.trails = trails
        return true
      }),
    SettingOption(
      name: "zone", values: ["local", "utc"], takesOthers: "a name such as Europe/Berlin",
      help: "the time zone of dates", value: { $0.zoneWord },
      write: { settings, text in settings.setZone(text) }),
  ]

  private static let switched = [("on", true), ("off", false)]

  private static func choice<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable,
    _ choices: [(word: String, value: Value)], _ help: TerminalText, valueOfName: String? = nil
  ) -> SettingOption {
    SettingOption(
      name: name, values: choices.map(\.word), takesOthers: nil, help: help,
      value: { settings in
        choices.first { $0.value == settings[keyPath: path] }?.word ?? ""
      },
      valueOfName: valueOfName,
      write: { settings, text in
        guard let choice = choices.first(where: { $0.word == text.lowercased() }) else {
          return false
        }
        settings[keyPath: path] = choice.value
        return true
      })
  }
}

extension MoveThreshold {
  /// `5cm`; `0` if every move counts.
  var word: String { self == .none ? "0" : "\(rawValue)cm" }

  /// Reads `5cm`, `5 cm`, `5` and `0.05m`.
  init?(word: String) {
    let text = word.lowercased().filter { !$0.isWhitespace }
    let isMetres = text.hasSuffix("m") && !text.hasSuffix("cm")
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let unit = text.dropFirst(digits.count)
    guard let number = Double(digits), ["", "cm", "m"].contains(unit),
      let centimetres = Int(exactly: (isMetres ? number * 100 : number).rounded()),
      abs((isMetres ? number * 100 : number) - Double(centimetres)) < 1e-6
    else { return nil }
    self.init(rawValue: centimetres)
  }
}

extension Settings {
  fileprivate var zoneWord: String {
    guard usesLocalTime else { return "utc" }
    return chosenZone?.identifier ?? "local"
  }

  fileprivate mutating func setZone(_ text: String) -> Bool {
    switch text.lowercased() {
    case "local": (usesLocalTime, chosenZone) = (true, nil)
    case "utc", "gmt", "z": usesLocalTime = false
    default:
      guard let zone = TimeZone(identifier: text), text.count > 1 else { return false }
      (usesLocalTime, chosenZone) = (true, zone)
    }
    return true
  }
}
