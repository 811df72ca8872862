import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The time machine in lines: what changed is told in a line each.
///
/// It is the same machine with the same keys. What it would draw is not shown; of its picture only
/// rows of text are read, without any frame or plan. Keys come one by one from a terminal, or as
/// the lines of a script.
final class LinearSession {
  var isRunning = true
  var ticker = Ticker()
  /// Whether somebody asked to stop the program for now.
  var wantsSuspension = false
  private var wantsList = false
  private var state: State
  private let store: StoreEffects
  let memory: SpaceMemory
  let cloud: CloudEffects?
  private let clock: @Sendable () -> HBInstant
  private let takesKeys: Bool
  /// The state as it was announced last.
  private var announced: State?
  /// The prompt that is open, as it was when it opened.
  private var opened: Prompt?

  /// A picture in which every row of a list has room.
  static let size = TerminalSize(columns: 160, rows: 60)

  /// - Parameter takesKeys: whether keys come one by one, so that typed text has to be echoed.
  init(
    state: State, store: StoreEffects, memory: SpaceMemory = SpaceMemory(folder: nil),
    cloud: CloudEffects? = nil, takesKeys: Bool = false, clock: @escaping @Sendable () -> HBInstant
  ) {
    self.state = state
    self.store = store
    self.memory = memory
    self.cloud = cloud
    self.takesKeys = takesKeys
    self.clock = clock
  }
}

// MARK: - What happens

extension LinearSession {
  func start(spaceId: UUID?) -> [Announcement] {
    perform(state.start(space: spaceId))
    let label = state.keymap.label
    let keys: TerminalText =
      takesKeys
      ? "\(label(.program(.redraw))) reads the list"
      : "type keys and press Return; Return alone reads the list"
    return news() + [
      .line("\(keys); \(label(.program(.help))) lists the keys, \(label(.program(.close))) quits")
    ]
  }

  /// Takes a key, a paste or a signal.
  func handle(event: InputEvent) -> [Announcement] {
    let before = prompt
    apply(.terminal(event))
    let news = news()
    let words = news + typing(from: before)
    guard words.isEmpty, case .key = event, isRunning, !wantsSuspension else { return words }
    return [.line("nothing to report")]
  }

  /// Takes a line of a script: a key's name, or keys one after the other, or the text of a prompt.
  func handle(line: String) -> [Announcement] {
    if prompt != nil {
      type(line)
      enter()
      return news()
    }
    guard !line.isEmpty else { return list }
    if line.unicodeScalars.count > 1, let key = Key(name: line) {
      press(key)
    } else {
      type(line)
      // What was typed behind the key of a prompt is its text: t2024-06-17.
      if let prompt, !prompt.editor.text.isEmpty { enter() }
    }
    return news()
  }

  func tick() -> [Announcement] {
    guard let passed = ticker.takeTick() else { return [] }
    apply(.tick(microseconds: passed))
    return news()
  }

  /// Takes what the cloud has to tell.
  func handle(_ input: Input) -> [Announcement] {
    apply(input)
    return news()
  }

  /// Tells what other processes wrote.
  func follow() -> [Announcement] {
    cloud?.countPending()
    if state.view == nil {
      perform([.loadSpaces])
    } else {
      [store.refresh(), store.bookmarkNews()].compactMap { $0 }.forEach(apply)
    }
    return news()
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars where isRunning { press(.character(scalar)) }
  }

  private func press(_ key: Key) { apply(.terminal(.key(key))) }

  /// Ends the text of a prompt. Who types whole lines cannot edit one that is refused: it is dropped, and
  /// the next line starts afresh.
  private func enter() {
    press(.enter)
    guard var opened, let complaint = prompt?.complaint else { return }
    // A line that is refused twice is told twice.
    announced?.layers = state.layers.dropLast() + [.prompt(opened)]
    opened.complaint = complaint
    state.layers[state.layers.count - 1] = .prompt(opened)
  }
}

// MARK: - What is asked for

extension LinearSession: EffectInterpreter {
  // A line a second is as fast as anybody listens.
  static let mostTicksPerSecond = 1

  func apply(_ input: Input) {
    perform(update(&state, input, at: clock()))
    if opened?.purpose != prompt?.purpose { opened = prompt }
  }

  func ask(_ body: @escaping @Sendable (StoreEffects) -> Input?) {
    if let input = body(store) { apply(input) }
  }

  func copy(_ text: TerminalText) -> Result<TerminalText, Failure> {
    .failure(Failure(text: "there is no clipboard here; it is \(text)"))
  }

  func perform(_ request: TerminalRequest) {
    switch request {
    case .redraw: wantsList = true
    case .suspend: wantsSuspension = true
    case .setMouse, .setBackground: break
    }
  }
}

// MARK: - What is announced

extension LinearSession {
  /// What changed since it was announced last.
  private func news() -> [Announcement] {
    defer { announced = state }
    var lines = Announcer.lines(from: announced, to: state, includingPrompts: !takesKeys)
    if state.view?.data.hasReadFailure == true {
      apply(.unreadable)
      lines = Announcer.lines(from: announced, to: state, includingPrompts: !takesKeys)
    }
    guard wantsList else { return lines.map(Announcement.line) }
    wantsList = false
    return lines.map(Announcement.line) + list
  }

  private var prompt: Prompt? {
    if case .prompt(let prompt) = state.layers.last { prompt } else { nil }
  }

  /// Echoes what is typed: at the end of the line as it comes, after other edits in
  /// a line of its own.
  private func typing(from before: Prompt?) -> [Announcement] {
    guard takesKeys, let prompt, prompt != before else { return [] }
    let whole = Announcement.opening("\(prompt.title)\(TerminalText(prompt.editor.text))")
    if let complaint = prompt.complaint, complaint != before?.complaint {
      return [.line(complaint), whole]
    }
    guard let before, before.purpose == prompt.purpose, before.editor.isAtEnd,
      prompt.editor.isAtEnd, prompt.editor.text.hasPrefix(before.editor.text)
    else { return [whole] }
    let typed = prompt.editor.text.dropFirst(before.editor.text.count)
    return [.more(TerminalText(String(typed)))]
  }

  /// The rows of the list, or of the spaces to choose from.
  private var list: [Announcement] {
    let frame = render(state)
    let region = state.view == nil ? frame.region.inset(by: 1) : state.layout.tabRows
    let rows = (region.row..<region.endRow).map { row -> String in
      let cells = frame.cells(inRow: row).dropFirst(region.column).prefix(region.columns)
      return Self.words(cells.map { TerminalText($0.glyph) }.joined().plain)
    }
    let filled = rows.filter { !$0.isEmpty }
    return filled.isEmpty
      ? [.line("the list is empty")] : filled.map { .line(TerminalText($0)) }
  }

  /// A row with its columns apart by one blank.
  private static func words(_ row: String) -> String {
    row.split(separator: " ").joined(separator: " ")
  }
}

/// A piece of what a linear session says.
enum Announcement: Hashable {
  /// A whole line.
  case line(TerminalText)
  /// The beginning of a line in which somebody types.
  case opening(TerminalText)
  /// What was typed at the end of that line.
  case more(TerminalText)
}
