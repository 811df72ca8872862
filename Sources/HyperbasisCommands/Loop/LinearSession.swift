import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The time machine in lines: each change is reported in a line.
///
/// It is the same machine with the same keys. What it would draw is not shown; of its picture only rows
/// of text are read, without any frame or plan. Keys come one by one from a terminal, or as the lines
/// of a script.
final class LinearSession {
  var isRunning = true
  var ticker = Ticker()
  /// Whether the person asked to suspend the program.
  var wantsSuspension = false
  var state: State
  /// The state that was last announced.
  var announced: State?
  /// The open prompt, as it was when it opened.
  var opened: Prompt?
  var decoder = LineDecoder()
  private var wantsList = false
  /// What has not been read yet, if the person is reading through a list.
  private var unread: UnreadRows?
  /// Whether it was said how to cancel a prompt.
  private var hasSaidHowToCancel = false
  private let store: StoreEffects
  let memory: SpaceMemory
  let cloud: CloudEffects?
  private let clock: @Sendable () -> HBInstant
  private let takesKeys: Bool

  /// A picture with room for every row of a list.
  static let size = TerminalSize(columns: 160, rows: 60)

  /// - Parameter takesKeys: whether keys come one by one, so that typed text must be echoed.
  init(
    state: State, store: StoreEffects, memory: SpaceMemory = SpaceMemory(folder: nil),
    cloud: CloudEffects? = nil, takesKeys: Bool = false, clock: @escaping @Sendable () -> HBInstant
  ) {
    self.state = state
    self.state.keymap.namesKeys = true
    self.state.settings.isReadAloud = true
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
      : "type keys, the name of one such as Enter or PgDn, or :COMMAND, and press Return; Return "
        + "alone reads the list"
    return news() + [
      .line("\(keys); \(label(.program(.help))) lists the keys, \(label(.program(.close))) quits")
    ]
  }

  /// Handles a key, a paste or a signal.
  func handle(event: InputEvent) -> [Announcement] {
    let before = prompt
    take(event)
    let news = news()
    let words = reopeningPrompt(after: news + typing(from: before))
    guard words.isEmpty, case .key = event, isRunning, !wantsSuspension else { return words }
    return [prompt.map { .opening($0.spokenText) } ?? .line("nothing to report")]
  }

  /// Handles an event from a terminal, or one that a script's keys stand for.
  func take(_ event: InputEvent) {
    // Forgets the message, so that the same response to two keys in a row is announced twice.
    if case .key = event { announced?.message = nil }
    apply(.terminal(event))
    if !wantsList { unread = nil }
  }

  func tick() -> [Announcement] {
    guard let passed = ticker.takeTick() else { return [] }
    apply(.tick(microseconds: passed))
    return reopeningPrompt(after: news())
  }

  /// Handles news from the cloud.
  func handle(_ input: Input) -> [Announcement] {
    apply(input)
    return reopeningPrompt(after: news())
  }

  /// Reports what other processes wrote.
  func follow() -> [Announcement] {
    cloud?.countPending()
    if state.view == nil {
      perform([.loadSpaces])
    } else {
      [store.refresh(), store.bookmarkNews()].compactMap { $0 }.forEach(apply)
    }
    return reopeningPrompt(after: news())
  }
}

// MARK: - Requests

extension LinearSession: EffectInterpreter {
  // Faster than one line a second, a listener could not follow.
  static let mostTicksPerSecond = 1

  func apply(_ input: Input) {
    perform(update(&state, input, at: clock()))
    if opened?.purpose != prompt?.purpose { opened = prompt }
  }

  func ask(_ body: @escaping @Sendable (StoreEffects) -> Input?) {
    if let input = body(store) { apply(input) }
  }

  func copy(_ text: TerminalText) -> Result<TerminalText, Failure> {
    .failure(Failure(text: "there is no clipboard here; the text is \(text)"))
  }

  func perform(_ request: TerminalRequest) {
    switch request {
    case .redraw: wantsList = true
    case .suspend: wantsSuspension = true
    case .setMouse, .setBackground: break
    }
  }
}

// MARK: - Announcements

extension LinearSession {
  /// Returns what has changed since the last announcement.
  func news() -> [Announcement] {
    defer { announced = state }
    var lines = Announcer.lines(from: announced, to: state, includingPrompts: !takesKeys)
    if state.view?.data.hasReadFailure == true {
      apply(.unreadable)
      lines = Announcer.lines(from: announced, to: state, includingPrompts: !takesKeys)
    }
    lines += wayOutOfPrompt
    guard wantsList else { return lines.map(Announcement.line) }
    wantsList = false
    return lines.map(Announcement.line) + list
  }

  /// How a script cancels a prompt; said when the first one opens.
  private var wayOutOfPrompt: [TerminalText] {
    guard !takesKeys, prompt != nil, !hasSaidHowToCancel else { return [] }
    hasSaidHowToCancel = true
    return ["\(KeyLabel.text(.escape)) on a line of its own cancels"]
  }

  var prompt: Prompt? {
    if case .prompt(let prompt) = state.layers.last { prompt } else { nil }
  }

  /// Echoes what is typed: at the end of the line as it is appended, after other edits on a line of its
  /// own.
  private func typing(from before: Prompt?) -> [Announcement] {
    guard takesKeys, let prompt, prompt != before else { return [] }
    let whole = Announcement.opening(prompt.spokenText)
    if let complaint = prompt.complaint, complaint != before?.complaint {
      return [.line(complaint), whole]
    }
    guard let before, before.purpose == prompt.purpose, before.editor.isAtEnd,
      prompt.editor.isAtEnd, prompt.editor.text.hasPrefix(before.editor.text)
    else { return [whole] }
    let typed = prompt.editor.text.dropFirst(before.editor.text.count)
    return [.more(TerminalText(String(typed)))]
  }

  /// Opens the line of a prompt again if other lines came between: what is typed next belongs to it.
  private func reopeningPrompt(after words: [Announcement]) -> [Announcement] {
    guard takesKeys, let prompt, !words.allSatisfy(\.isMore), !words.isEmpty else { return words }
    if case .opening = words.last { return words }
    return words.filter { !$0.isMore } + [.opening(prompt.spokenText)]
  }

  /// The open question, else a page of the list or of the spaces to choose from; when asked for again,
  /// the next page.
  var list: [Announcement] {
    if takesKeys, let prompt { return [.opening(prompt.spokenText)] }
    let question = Announcer.question(of: state)
    guard question.isEmpty else { return question.map(Announcement.line) }
    let reading = state.readList(from: unread?.next, upTo: unread?.end)
    guard !reading.lines.isEmpty else { return [.line("the list is empty")] }
    unread = UnreadRows(after: reading, within: unread)
    let key = takesKeys ? state.keymap.label(of: .program(.redraw)) : "Return"
    return (reading.lines + [unread?.text(key)].compactMap(\.self)).map(Announcement.line)
  }
}

/// A piece of a linear session's output.
enum Announcement: Hashable {
  /// A whole line.
  case line(TerminalText)
  /// The beginning of a line in which the person types.
  case opening(TerminalText)
  /// What was typed at the end of that line.
  case more(TerminalText)

  fileprivate var isMore: Bool { if case .more = self { true } else { false } }
}
