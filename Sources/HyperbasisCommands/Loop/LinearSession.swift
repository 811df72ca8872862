import Canvas
import Foundation
import Hyperbasis
import TimeMachine

/// The time machine in lines: keys come as typed lines, and what changed is told in a line each.
///
/// It is the same machine with the same keys. What it would draw is not shown; of its picture only
/// rows of text are read, without any frame or plan.
final class LinearSession {
  private(set) var isRunning = true
  private(set) var ticker = Ticker()
  private var state: State
  private let store: StoreEffects
  private let memory: SpaceMemory
  private let clock: @Sendable () -> HBInstant
  private let copy: (TerminalText) -> Void
  /// The state as it was told last.
  private var told: State?

  /// A picture in which every row of a list has room.
  static let size = TerminalSize(columns: 160, rows: 60)

  init(
    state: State, store: StoreEffects, memory: SpaceMemory = SpaceMemory(folder: nil),
    clock: @escaping @Sendable () -> HBInstant,
    copy: @escaping (TerminalText) -> Void = { _ in }
  ) {
    self.state = state
    self.store = store
    self.memory = memory
    self.clock = clock
    self.copy = copy
  }
}

// MARK: - What happens

extension LinearSession {
  func start(spaceId: UUID?) -> [TerminalText] {
    perform(state.start(space: spaceId))
    return news() + [
      "type keys and press Return; Return alone reads the list; ? lists the keys, q quits"
    ]
  }

  /// Takes a typed line: a key's name, or keys one after the other, or the text of a prompt.
  func take(line: String) -> [TerminalText] {
    if case .prompt = state.layers.last {
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
      if case .prompt(let prompt) = state.layers.last, !prompt.editor.text.isEmpty {
        press(.enter)
      }
    }
    return news()
  }

  func tick() -> [TerminalText] {
    guard let passed = ticker.takeTick() else { return [] }
    apply(.tick(microseconds: passed))
    return news()
  }

  /// Tells what other processes wrote.
  func follow() -> [TerminalText] {
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
    case .recall(let id): apply(memory.recall(id))
    case .remember(let view, let id): memory.remember(view, of: id)
    case .saveDraft(let draft): memory.save(draft)
    case .forgetDraft(let draft): memory.forget(draft)
    case .copy(let text):
      copy(text)
      apply(.copied(.success(text)))
    // A line a second is as fast as anybody listens.
    case .startTimer: ticker.start(perSecond: 1)
    case .stopTimer: ticker.stop()
    case .quit: isRunning = false
    case .setMouse, .setBackground, .redraw, .suspend: break
    }
  }
}

// MARK: - What is told

extension LinearSession {
  /// What changed since it was told last.
  private func news() -> [TerminalText] {
    defer { told = state }
    return Announcer.lines(from: told, to: state)
  }

  /// The rows of the list, or of the spaces to choose from.
  private var list: [TerminalText] {
    let frame = render(state)
    let region = state.view == nil ? frame.region.inset(by: 1) : state.layout.tabRows
    let rows = (region.row..<region.endRow).map { row -> String in
      let cells = frame.cells(inRow: row).dropFirst(region.column).prefix(region.columns)
      return Self.words(cells.map { TerminalText($0.glyph) }.joined().plain)
    }
    let filled = rows.filter { !$0.isEmpty }
    return filled.isEmpty ? ["the list is empty"] : filled.map { TerminalText($0) }
  }

  /// A row with its columns apart by one blank.
  private static func words(_ row: String) -> String {
    row.split(separator: " ").joined(separator: " ")
  }
}
