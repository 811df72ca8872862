import Foundation
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

// The text after the name of a command, and text typed at a prompt that a key opens.

extension CommandLine {
  func read(_ command: TypedCommand, _ text: String) throws(Complaint) -> ReadCommand {
    switch command.argument {
    case .date:
      try requireText(text, command)
      return try go(to: text, .time(.askDate))
    case .markDate(let isA):
      try requireText(text, command)
      let date = try date(text)
      return ReadCommand(.compare(isA ? .markA : .markB), CompareUpdate.self) {
        $0.setMark(isA ? \.a : \.b, to: date)
      }
    case .search:
      try requireText(text, command)
      return try find(text, .list(.find))
    case .filter: return try filter(text, .list(.filter))
    case .order: return try sort(text)
    case .anchor: return try select(text)
    case .place: return try move(text, command)
    case .speed: return try setSpeed(text)
    case .barMode: return try setBarMode(text)
    case .comparison: return try compare(text)
    case .newAnchor: return try addAnchor(text, .draft(.addAnchor))
    case .bookmark: return addBookmark(text, .bookmark(.add))
    case .viewpoint: return try look(from: text)
    case .slice: return try slice(text)
    case .measure: return try measure(text)
    case .shifts: return try listShifts(text)
    case .importedFiles:
      try requireText(text, command)
      return ReadCommand(intent: nil) { $0.startImport(text) }
    case .setting: return try readSetting(text)
    case .value(let option): return try readValue(text, ofOption: option)
    }
  }

  private func requireText(_ text: String, _ command: TypedCommand) throws(Complaint) {
    if text.isEmpty { throw Complaint("\(TerminalText(command.usage)): \(command.help)") }
  }
}

// MARK: - Also used by prompts

extension CommandLine {
  private func date(_ text: String) throws(Complaint) -> DateExpression {
    do {
      let date = try DateExpression(text)
      _ = try date.instant(in: DateExpression.Context(view, settings, now: now))
      return date
    } catch {
      throw Complaint(TerminalText(error.errorDescription ?? "this is not a date"))
    }
  }

  /// - Parameter intent: the intent that must be available then; nil if that was checked already. The
  ///   same holds for the functions below.
  func go(to text: String, _ intent: Intent?) throws(Complaint) -> ReadCommand {
    let date = try date(text)
    return ReadCommand(intent, TimeUpdate.self) { $0.go(to: date) }
  }

  func find(_ text: String, _ intent: Intent?) throws(Complaint) -> ReadCommand {
    guard let filter = try eventFilter(text) else {
      throw Complaint("give a text to find, or terms such as type:sticky_note or priority>2")
    }
    return ReadCommand(intent, FindUpdate.self) { $0.find(filter) }
  }

  /// Reads a filter. Amounts of time such as `-2h` count from the clock, since a filter stays while the
  /// date on screen moves.
  private func eventFilter(_ text: String) throws(Complaint) -> EventFilter? {
    var dates = DateExpression.Context(view, settings, now: now)
    dates.cursor = nil
    return try EventFilter(text, dates: dates)
  }

  /// Reads a filter command. An empty text removes the filter, and so does `off`; quoted, that is a text
  /// to look for.
  func filter(_ text: String, _ intent: Intent?) throws(Complaint) -> ReadCommand {
    let isOff = text.trimmingCharacters(in: .whitespaces).lowercased() == "off"
    let filter = isOff ? nil : try eventFilter(text)
    return ReadCommand(intent, FindUpdate.self) { $0.setFilter(filter) }
  }

  func addBookmark(_ text: String, _ intent: Intent?) -> ReadCommand {
    let note = text.trimmingCharacters(in: .whitespaces)
    if note.isEmpty { return .note("no bookmark set: it needs a note") }
    return ReadCommand(intent, BookmarkUpdate.self) { $0.add(note) }
  }

  func addAnchor(_ text: String, _ intent: Intent?) throws(Complaint) -> ReadCommand {
    let metadata = try DraftUpdate.metadata(text)
    return ReadCommand(intent, DraftUpdate.self) { $0.addAnchor(metadata) }
  }
}

// MARK: - Only on the command line

extension CommandLine {
  private func select(_ text: String) throws(Complaint) -> ReadCommand {
    let slot = try AnchorNames(view).slot(text)
    return ReadCommand(.list(.find), ListUpdate.self) { update in
      update.view.select(slot: slot)
      update.note(update.view.selectionName)
    }
  }

  private func sort(_ text: String) throws(Complaint) -> ReadCommand {
    let order = try AnchorOrder(named: text)
    return ReadCommand(.list(.cycleOrder), ListUpdate.self) { $0.sort(order) }
  }

  private func move(_ text: String, _ command: TypedCommand) throws(Complaint) -> ReadCommand {
    guard let numbers = MoveLayer.numbers(text) else {
      throw Complaint("\(TerminalText(command.usage)): metres, and degrees to turn it")
    }
    return ReadCommand(.draft(.moveAnchor), MoveUpdate.self) { $0.move(to: numbers) }
  }

  private func setSpeed(_ text: String) throws(Complaint) -> ReadCommand {
    guard let speed = PlaySpeed(word: text) else {
      throw Complaint(
        "speed takes 1/8, 1/4, 1/2, 1, 2, 4 to 1024 times, or 1/s, 2/s, 4/s to 64/s instants")
    }
    return ReadCommand(.time(.changeSpeed(.forward)), TimeUpdate.self) { $0.setSpeed(speed) }
  }

  private func setBarMode(_ text: String) throws(Complaint) -> ReadCommand {
    guard let mode = TimeBarMode(rawValue: text.lowercased()) else {
      throw Complaint("bar takes time, cut or event")
    }
    return ReadCommand(.time(.cycleBar), TimeUpdate.self) { $0.show(mode) }
  }

  private func compare(_ text: String) throws(Complaint) -> ReadCommand {
    guard let mode = DiffMode(rawValue: text.lowercased()) else {
      throw Complaint("diff takes off, previous, now or marks")
    }
    if mode == .marks, view?.compare.marks.both == nil {
      throw Complaint("diff marks needs both marks: a DATE, b DATE")
    }
    return ReadCommand(.compare(.cycleDiff), CompareUpdate.self) { $0.compare(mode) }
  }
}

extension CommandLine {
  private func listShifts(_ text: String) throws(Complaint) -> ReadCommand {
    guard let showsAll = ["all": true, "shifts": false][text.lowercased()] else {
      throw Complaint("drift takes all or shifts")
    }
    return ReadCommand(.list(.showTab(.drift)), ListUpdate.self) {
      $0.perform(.showTab(.drift))
      $0.showAllMotions(showsAll)
    }
  }
}

extension PlaySpeed {
  /// Reads `8`, `x8`, `1/4`, `0.25`, `16/s` and `16 instants/s`.
  init?(word: String) {
    var text = word.lowercased().filter { !$0.isWhitespace }
    let isEvents = text.hasSuffix("/s")
    for unit in ["instants/s", "instant/s", "ev/s", "/s"] where text.hasSuffix(unit) {
      text.removeLast(unit.count)
    }
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

extension CommandLine {
  private func readSetting(_ text: String) throws(Complaint) -> ReadCommand {
    let (name, value) = Self.split(text.replacing("=", with: " "))
    guard name.isEmpty else {
      let usual = value.isEmpty ? try SettingOption.named(name).valueOfName : nil
      return try readValue(usual ?? value, ofOption: name)
    }
    let all = SettingOption.all.map {
      "\(TerminalText($0.name)) \(TerminalText($0.value(settings)))" as TerminalText
    }
    return .note(all.joined(separator: ", "))
  }

  /// Adds `key:` to a value that is a metadata key of some anchors, for the option `colors`.
  private func keyed(_ word: String, _ option: SettingOption) -> String {
    guard option.name == "colors", Coloring(word: word) == nil,
      colorKeys.contains(word)
    else { return word }
    return Coloring.keyPrefix + word
  }

  private func readValue(_ text: String, ofOption name: String) throws(Complaint) -> ReadCommand {
    let option = try SettingOption.named(name)
    guard !text.isEmpty else {
      let value = TerminalText(option.value(settings))
      return .note("\(TerminalText(option.name)) is \(value): \(option.expected)")
    }
    var changed = settings
    do throws(Complaint) {
      try option.set(keyed(text, option), in: &changed)
    } catch {
      guard view != nil, option.name == "colors" else { throw error }
      throw Complaint(
        "no anchor has the key \(KeyText.text(text)) \(Self.whereLooked); \(error.text)")
    }
    if settings.staysReadOnly, !changed.isReadOnly, let reason = settings.writeRefusal {
      throw Complaint(reason)
    }
    if changed.usesMouse, let reason = settings.mouseRefusal { throw Complaint(reason) }
    var words = Self.text(of: option, changed)
    if option.name == "colors", view != nil, case .key(let key) = changed.coloring,
      !colorKeys.contains(key)
    {
      words += "; no anchor has it \(Self.whereLooked)"
    }
    if settings.threshold != changed.threshold {
      words = CompareUpdate.text(of: changed.threshold, view?.comparison(changed.threshold))
    }
    var effects: [Effect] = []
    if settings.usesMouse != changed.usesMouse { effects.append(.setMouse(changed.usesMouse)) }
    if settings.background != changed.background {
      effects.append(.setBackground(changed.background))
    }
    if settings.syncStrategyInForce != changed.syncStrategyInForce {
      effects.append(.setSync(changed.syncStrategyInForce))
    }
    return ReadCommand(intent: nil) { [changed, words, effects] state in
      state.settings = changed
      state.message = .note(words)
      return effects
    }
  }

  /// Where a metadata key is looked for; see ``colorKeys``.
  private static let whereLooked: TerminalText = "at this date or now"

  /// Returns the new value of an option, in the words of the option's key if it has one.
  private static func text(of option: SettingOption, _ settings: Settings) -> TerminalText {
    switch option.name {
    case "colors": settings.coloringText
    case "trails": settings.trails.text
    default: "\(TerminalText(option.name)) is \(TerminalText(option.value(settings)))"
    }
  }
}
