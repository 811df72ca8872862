import Foundation
import HyperbasisCanvas
import HyperbasisHistory

/// What follows the name of a command.
struct CommandArgument {
  let line: CommandLine
  let command: TypedCommand
  let text: String

  func read() throws(CommandError) -> ReadCommand {
    switch command.argument {
    case .date: try readDate()
    case .markDate(let isA): try readMark(isA: isA)
    case .search: try readSearch()
    case .filter: try readFilter()
    case .anchor: try readAnchor()
    case .place: try readPlace()
    case .speed: try readSpeed()
    case .barMode: try readBarMode()
    case .comparison: try readComparison()
    case .newAnchor: try readNewAnchor()
    case .setting: try readSetting()
    case .value(let option): try readValue(text, ofOption: option)
    }
  }

  /// Refuses an empty text.
  private func requireText() throws(CommandError) {
    guard text.isEmpty else { return }
    throw CommandError(text: "\(TerminalText(command.usage)): \(command.help)")
  }
}

// MARK: - Dates

extension CommandArgument {
  private func date() throws(CommandError) -> DateExpression {
    try requireText()
    return try line.date(text)
  }

  private func readDate() throws(CommandError) -> ReadCommand {
    let date = try date()
    return ReadCommand(.time(.askDate), TimeUpdate.self) { $0.go(to: date) }
  }

  private func readMark(isA: Bool) throws(CommandError) -> ReadCommand {
    let date = try date()
    return ReadCommand(.compare(isA ? .markA : .markB), CompareUpdate.self) {
      $0.setMark(isA ? \.a : \.b, to: date)
    }
  }
}

// MARK: - Anchors

extension CommandArgument {
  private func readSearch() throws(CommandError) -> ReadCommand {
    try requireText()
    return ReadCommand(.list(.find), FindUpdate.self) { [text] in $0.find(text) }
  }

  private func readFilter() throws(CommandError) -> ReadCommand {
    let filter = try line.filter(text)
    return ReadCommand(.list(.filter), FindUpdate.self) { $0.setFilter(filter) }
  }

  private func readAnchor() throws(CommandError) -> ReadCommand {
    let slot = try AnchorNames(line.view).slot(text)
    return ReadCommand(nil, ListUpdate.self) { update in
      update.view.select(slot: slot)
      update.note(update.view.selectionName)
    }
  }

  private func readPlace() throws(CommandError) -> ReadCommand {
    guard let numbers = MoveLayer.numbers(text) else {
      throw CommandError(text: "\(TerminalText(command.usage)): metres, and degrees to turn it")
    }
    return ReadCommand(.draft(.moveAnchor), MoveUpdate.self) { $0.moveSelected(to: numbers) }
  }

  private func readNewAnchor() throws(CommandError) -> ReadCommand {
    try CommandError.check(DraftUpdate.metadataComplaint(text))
    return ReadCommand(.draft(.addAnchor), DraftUpdate.self) { [text] in $0.addAnchor(text) }
  }
}

// MARK: - Time

extension CommandArgument {
  private func readSpeed() throws(CommandError) -> ReadCommand {
    guard let speed = PlaySpeed(word: text) else {
      throw CommandError(
        text: "speed takes 1/8, 1/4, 1/2, 1, 2, 4 to 1024 times, or 1/s, 2/s, 4/s to 64/s events")
    }
    return ReadCommand(.time(.changeSpeed(.forward)), TimeUpdate.self) { $0.setSpeed(speed) }
  }

  private func readBarMode() throws(CommandError) -> ReadCommand {
    guard let mode = TimeBarMode(rawValue: text.lowercased()) else {
      throw CommandError(text: "bar takes time, cut or event")
    }
    return ReadCommand(.time(.cycleBar), TimeUpdate.self) { $0.show(mode) }
  }

  private func readComparison() throws(CommandError) -> ReadCommand {
    guard let mode = DiffMode(rawValue: text.lowercased()) else {
      throw CommandError(text: "diff takes off, previous, now or marks")
    }
    if mode == .marks, line.view?.compare.marks.both == nil {
      throw CommandError(text: "diff marks needs both marks: a DATE, b DATE")
    }
    return ReadCommand(.compare(.cycleDiff), CompareUpdate.self) { $0.compare(mode) }
  }
}

extension PlaySpeed {
  /// Reads `8`, `x8`, `1/4`, `0.25` and `16/s`.
  init?(word: String) {
    var text = word.lowercased().filter { !$0.isWhitespace }
    let isEvents = text.hasSuffix("/s") || text.hasSuffix("ev/s")
    text = text.replacing("ev/s", with: "").replacing("/s", with: "")
    if text.hasPrefix("x") || text.hasPrefix("×") { text.removeFirst() }
    if text.hasSuffix("x") || text.hasSuffix("×") { text.removeLast() }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(parts.count), let top = parts[0], let bottom = parts.last ?? nil,
      bottom > 0
    else { return nil }
    let number = parts.count == 2 ? top / bottom : top
    guard number > 0, number.isFinite, number.significand == 1 else { return nil }
    let exponent = Int(number.exponent)
    guard (isEvents ? 0...6 : -3...10).contains(exponent) else { return nil }
    self = isEvents ? .events(exponent: exponent) : .multiple(exponent: exponent)
  }
}

// MARK: - Options

extension CommandArgument {
  private func readSetting() throws(CommandError) -> ReadCommand {
    let (name, value) = CommandWords.split(text.replacing("=", with: " "))
    guard name.isEmpty else { return try readValue(value, ofOption: name) }
    return ReadCommand(intent: nil) { state in
      let all = SettingOption.all.map {
        "\(TerminalText($0.name)) \(TerminalText($0.value(state.settings)))" as TerminalText
      }
      state.message = .note(all.joined(separator: ", "))
      return []
    }
  }

  private func readValue(
    _ text: String, ofOption name: String
  ) throws(CommandError) -> ReadCommand {
    do {
      let option = try SettingOption.named(name)
      guard !text.isEmpty else {
        return ReadCommand(intent: nil) { state in
          let value = TerminalText(option.value(state.settings))
          state.message = .note("\(TerminalText(option.name)) is \(value): \(option.expected)")
          return []
        }
      }
      var settings = line.settings
      try option.set(text, in: &settings)
      return ReadCommand(intent: nil) { [settings] in $0.apply(settings, changed: option) }
    } catch {
      throw CommandError(text: error.text)
    }
  }
}

extension State {
  /// Replaces the settings by some in which one option was set.
  fileprivate mutating func apply(_ settings: Settings, changed option: SettingOption) -> [Effect] {
    let former = self.settings
    self.settings = settings
    let value = TerminalText(option.value(settings))
    message = .note("\(TerminalText(option.name)) is \(value)")
    if former.threshold != settings.threshold {
      let comparison = view?.comparison(settings.threshold)
      message = .note(CompareUpdate.text(of: settings.threshold, comparison))
    }
    var effects: [Effect] = []
    if former.usesMouse != settings.usesMouse { effects.append(.setMouse(settings.usesMouse)) }
    if former.background != settings.background {
      effects.append(.setBackground(settings.background))
    }
    if former.syncStrategy != settings.syncStrategy {
      effects.append(.setSync(settings.syncStrategy))
    }
    return effects
  }
}
