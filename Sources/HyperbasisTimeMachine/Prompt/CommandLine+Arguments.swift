import Foundation
import Hyperbasis
import HyperbasisCanvas

extension State {
  /// Reads what follows the name of a command.
  func read(
    _ argument: String, of command: TypedCommand
  ) throws(CommandError) -> ReadCommand {
    switch command.argument {
    case .date: try readDate(argument, command)
    case .markDate(let isA): try readMark(argument, command, isA ? \.a : \.b)
    case .search: try readSearch(argument, command)
    case .filter: try readFilter(argument)
    case .anchor: try readAnchor(argument)
    case .place: try readPlace(argument, command)
    case .speed: try readSpeed(argument)
    case .barMode: try readBarMode(argument)
    case .comparison: try readComparison(argument)
    case .newAnchor: try readNewAnchor(argument)
    case .setting: try readSetting(argument)
    case .value(let option): try readValue(argument, ofOption: option)
    }
  }

  private func missing(_ command: TypedCommand) -> CommandError {
    CommandError(text: "\(TerminalText(command.usage)): \(command.help)")
  }
}

// MARK: - Dates

extension State {
  private func date(
    _ text: String, _ command: TypedCommand
  ) throws(CommandError) -> DateExpression {
    guard !text.isEmpty else { throw missing(command) }
    do {
      let date = try DateExpression(text)
      _ = try date.instant(in: dateContext)
      return date
    } catch {
      throw CommandError(text: TerminalText(error.errorDescription ?? "this is no date"))
    }
  }

  private func readDate(
    _ text: String, _ command: TypedCommand
  ) throws(CommandError) -> ReadCommand {
    let date = try date(text, command)
    return ReadCommand(intent: .askDate) { state in
      state.go(to: date)
      return []
    }
  }

  private func readMark(
    _ text: String, _ command: TypedCommand, _ mark: WritableKeyPath<Marks, HBInstant?>
  ) throws(CommandError) -> ReadCommand {
    let date = try date(text, command)
    let isA = mark == \.a
    return ReadCommand(intent: isA ? .markA : .markB) { state in
      guard let instant = try? date.instant(in: state.dateContext), let data = state.view?.data
      else { return [] }
      // A mark stands on the history, where the cursor can stand too.
      let place = data.instant(of: data.cursor(at: instant))
      state.view?.marks[keyPath: mark] = place
      state.message = place.map { .note("\(isA ? "A" : "B") is \(state.text($0))") }
      return []
    }
  }
}

// MARK: - Anchors

extension State {
  private func readSearch(
    _ text: String, _ command: TypedCommand
  ) throws(CommandError) -> ReadCommand {
    guard !text.isEmpty else { throw missing(command) }
    return ReadCommand(intent: .find) { $0.find(text) }
  }

  private func readFilter(_ text: String) throws(CommandError) -> ReadCommand {
    do { _ = try EventFilter(text) } catch { throw CommandError(text: error.text) }
    return ReadCommand(intent: .filter) { state in (try? state.filter(text)) ?? [] }
  }

  private func readAnchor(_ text: String) throws(CommandError) -> ReadCommand {
    let slot = try AnchorNames(self).slot(text)
    return ReadCommand(intent: nil) { state in
      state.select(slot: slot)
      state.message = .note("\(state.selectionName)")
      return []
    }
  }

  private func readPlace(
    _ text: String, _ command: TypedCommand
  ) throws(CommandError) -> ReadCommand {
    guard let numbers = MoveLayer.numbers(text) else {
      throw CommandError(text: "\(TerminalText(command.usage)): metres, and degrees to turn it")
    }
    return ReadCommand(intent: .moveAnchor) { state in
      state.moveSelected(to: numbers)
      return []
    }
  }

  private func readNewAnchor(_ text: String) throws(CommandError) -> ReadCommand {
    if let complaint = metadataComplaint(text) { throw CommandError(text: complaint) }
    return ReadCommand(intent: .addAnchor) { state in
      state.acceptNewAnchor(text)
      return []
    }
  }
}

// MARK: - Time

extension State {
  private func readSpeed(_ text: String) throws(CommandError) -> ReadCommand {
    guard let speed = PlaySpeed(word: text) else {
      throw CommandError(
        text: "speed takes 1/8, 1/4, 1/2, 1, 2, 4 to 1024 times, or 1/s, 2/s, 4/s to 64/s events")
    }
    return ReadCommand(intent: .changeSpeed(.forward)) { state in
      state.view?.play.speed = speed
      state.view?.play.remainder = 0
      state.message = .note("speed \(speed.text)")
      return []
    }
  }

  private func readBarMode(_ text: String) throws(CommandError) -> ReadCommand {
    guard let mode = TimeBarMode(rawValue: text.lowercased()) else {
      throw CommandError(text: "bar takes time, cut or event")
    }
    return ReadCommand(intent: .cycleBar) { state in
      state.show(mode)
      return []
    }
  }

  private func readComparison(_ text: String) throws(CommandError) -> ReadCommand {
    guard let mode = DiffMode(word: text) else {
      throw CommandError(text: "diff takes off, previous, now or marks")
    }
    if mode == .marks, view?.marks.a == nil || view?.marks.b == nil {
      throw CommandError(text: "diff marks needs both marks: a DATE, b DATE")
    }
    return ReadCommand(intent: .cycleDiff) { state in
      state.compare(mode)
      return []
    }
  }
}

extension DiffMode {
  static let words: [(word: String, mode: DiffMode)] = [
    ("off", .off), ("previous", .previous), ("now", .now), ("marks", .marks),
  ]

  fileprivate init?(word: String) {
    guard let found = Self.words.first(where: { $0.word == word.lowercased() }) else { return nil }
    self = found.mode
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

extension State {
  private func readSetting(_ text: String) throws(CommandError) -> ReadCommand {
    let (name, value) = CommandWords.split(text.replacing("=", with: " "))
    guard !name.isEmpty else {
      return ReadCommand(intent: nil) { state in
        let all = SettingOption.all.map {
          "\(TerminalText($0.name)) \(TerminalText($0.value(state.settings)))" as TerminalText
        }
        state.message = .note(all.joined(separator: ", "))
        return []
      }
    }
    return try readValue(value, ofOption: name)
  }

  private func readValue(
    _ text: String, ofOption name: String
  ) throws(CommandError) -> ReadCommand {
    do {
      let option = try SettingOption.named(name)
      var scratch = settings
      guard !text.isEmpty else {
        return ReadCommand(intent: nil) { state in
          let value = TerminalText(option.value(state.settings))
          state.message = .note("\(TerminalText(option.name)) is \(value): \(option.expected)")
          return []
        }
      }
      try option.set(text, in: &scratch)
      return ReadCommand(intent: nil) { $0.take(scratch, changed: option) }
    } catch {
      throw CommandError(text: error.text)
    }
  }

  /// Takes settings over in which one option was set.
  private mutating func take(_ settings: Settings, changed option: SettingOption) -> [Effect] {
    let former = self.settings
    self.settings = settings
    let value = TerminalText(option.value(settings))
    message = .note("\(TerminalText(option.name)) is \(value)")
    if former.threshold != settings.threshold { tellThreshold() }
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
