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
  private(set) var isRunning = true
  private(set) var ticker = Ticker()
  /// Whether somebody asked to stop the program for now.
  var wantsSuspension = false
  private var wantsList = false
  private var state: State
  private let store: StoreEffects
  private let memory: SpaceMemory
  private let cloud: CloudEffects?
  private let clock: @Sendable () -> HBInstant
  private let takesKeys: Bool
  /// The state as it was told last.
  private var told: State?

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
  func start(spaceId: UUID?) -> [Utterance] {
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
  func take(event: InputEvent) -> [Utterance] {
    let before = prompt
    apply(.terminal(event))
    let news = news()
    let words = news + typing(from: before)
    guard words.isEmpty, case .key = event, isRunning, !wantsSuspension else { return words }
    return [.line("nothing to report")]
  }

  /// Takes a line of a script: a key's name, or keys one after the other, or the text of a prompt.
  func take(line: String) -> [Utterance] {
    if prompt != nil {
      type(line)
      press(.enter)
      return news()
    }
    guard !line.isEmpty else { return list }
    if line.unicodeScalars.count > 1, let key = Key(name: line) {
      press(key)
    } else {
      type(line)
      // What was typed behind the key of a prompt is its text: t2024-06-17.
      if let prompt, !prompt.editor.text.isEmpty { press(.enter) }
    }
    return news()
  }

  func tick() -> [Utterance] {
    guard let passed = ticker.takeTick() else { return [] }
    apply(.tick(microseconds: passed))
    return news()
  }

  /// Takes what the cloud has to tell.
  func take(_ input: Input) -> [Utterance] {
    apply(input)
    return news()
  }

  /// Tells what other processes wrote.
  func follow() -> [Utterance] {
    if state.view == nil {
      perform([.loadSpaces])
    } else if let input = store.refresh() {
      apply(input)
    }
    return news()
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars where isRunning { press(.character(scalar)) }
  }

  private func press(_ key: Key) { apply(.terminal(.key(key))) }

  private func apply(_ input: Input) { perform(update(&state, input, at: clock())) }

  private func perform(_ effects: [Effect]) {
    for effect in effects where isRunning { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .loadSpaces: apply(store.loadSpaces())
    case .openSpace(let id): apply(store.open(id))
    case .refresh: if let input = store.refresh() { apply(input) }
    case .plan(let request, let spaceId): apply(store.plan(request, spaceId: spaceId))
    case .execute(let plan): apply(store.execute(plan))
    case .prepare(let filter, let data, let position):
      data.prepare(filter, at: position)
      apply(.prepared(filter))
    case .recall(let id): apply(memory.recall(id))
    case .remember(let view, let id): memory.remember(view, of: id)
    case .saveDraft(let draft): memory.save(draft)
    case .forgetDraft(let draft): memory.forget(draft)
    case .copy(let text):
      apply(.copied(.failure(Failure(text: "there is no clipboard here; it is \(text)"))))
    case .sync: cloud?.sync()
    case .setSync(let strategy): cloud?.setStrategy(strategy)
    // A line a second is as fast as anybody listens.
    case .startTimer: ticker.start(perSecond: 1)
    case .stopTimer: ticker.stop()
    case .quit: isRunning = false
    case .redraw: wantsList = true
    case .suspend: wantsSuspension = true
    case .setMouse, .setBackground: break
    }
  }
}

// MARK: - What is told

extension LinearSession {
  /// What changed since it was told last.
  private func news() -> [Utterance] {
    defer { told = state }
    let lines = Announcer.lines(from: told, to: state, includingPrompts: !takesKeys)
    guard wantsList else { return lines.map(Utterance.line) }
    wantsList = false
    return lines.map(Utterance.line) + list
  }

  private var prompt: Prompt? {
    if case .prompt(let prompt) = state.layers.last { prompt } else { nil }
  }

  /// Echoes what is typed: at the end of the line as it comes, after other edits in
  /// a line of its own.
  private func typing(from before: Prompt?) -> [Utterance] {
    guard takesKeys, let prompt, prompt != before else { return [] }
    let whole = Utterance.opening("\(prompt.title)\(TerminalText(prompt.editor.text))")
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
  private var list: [Utterance] {
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
