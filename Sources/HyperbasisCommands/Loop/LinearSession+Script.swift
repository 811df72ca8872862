import HyperbasisCanvas
import HyperbasisTimeMachine

// Lines of a script: each is the text of a prompt, a key's name, or keys one after the other.

extension LinearSession {
  /// Takes the bytes of a line, without its end.
  func handle(line bytes: [UInt8]) -> [Announcement] {
    guard let events = decoder.events(of: bytes) else { return [] }
    if prompt != nil { return answered(fill(with: events)) }
    if events.isEmpty {
      // What is no key is no empty line either.
      guard bytes.isEmpty || bytes == [0x0D] else { return answered([]) }
      guard state.offersEnter else { return news() + list }
      take(.key(.enter))
      return answered(news())
    }
    if let text = Self.typed(events) {
      // A number is ended as the text of a prompt is.
      if state.awaitsCount, text.allSatisfy({ ("0"..."9").contains($0) }) {
        (events + [.key(.enter)]).forEach(take)
        return answered(news())
      }
      if events.count > 1, let key = Key(name: text) { return answered(run([.key(key)])) }
    }
    return answered(run(events))
  }

  /// Does what keys mean, one after the other; what each of them changed is told before the next.
  private func run(_ events: [InputEvent]) -> [Announcement] {
    var words: [Announcement] = []
    for (number, event) in events.enumerated() where isRunning {
      // Nobody replies to a question that they have not read.
      if events.count > 1, case .key(let key) = event, state.isReply(key, isFirst: number == 0) {
        return words + [unread(events[number...])]
      }
      take(event)
      // What is typed behind the key of a prompt is its text: t2024-06-17.
      let rest = Array(events[(number + 1)...])
      if prompt != nil, !rest.isEmpty { return words + fill(with: rest) }
      words += news()
    }
    return words
  }

  /// Types a line into the prompt that is open, and ends it. Where the prompt has a text already, a
  /// line that begins with text replaces that; one that begins with a key of the editor edits it.
  private func fill(with events: [InputEvent]) -> [Announcement] {
    var events = events[...]
    if prompt?.purpose == .command, opened == prompt, events.first == .key(":") {
      // Who sends a whole command while the prompt for one is open means just that.
      events.removeFirst()
    }
    if let first = events.first, first.isText { clearPrompt() }
    while let event = events.popFirst() {
      take(event)
      guard prompt != nil else { break }
    }
    if !events.isEmpty { return news() + [unread(events)] }
    if prompt != nil { enter() }
    return news()
  }

  /// Ends the text of a prompt. Who types whole lines cannot edit one that is refused: it is dropped, and
  /// the next line starts afresh; a command that is refused closes its prompt.
  private func enter() {
    take(.key(.enter))
    guard var opened, let prompt, let complaint = prompt.complaint else { return }
    if prompt.purpose == .command {
      state.layers.removeLast()
      state.message = .note(complaint)
      self.opened = nil
      return
    }
    // A line that is refused twice is told twice.
    announced?.layers = state.layers.dropLast() + [.prompt(opened)]
    opened.complaint = complaint
    state.layers[state.layers.count - 1] = .prompt(opened)
  }

  private func clearPrompt() {
    guard var prompt, !prompt.editor.isEmpty else { return }
    prompt.editor = LineEditor()
    state.layers[state.layers.count - 1] = .prompt(prompt)
  }

  /// Says that the end of a line did nothing.
  private func unread(_ events: ArraySlice<InputEvent>) -> Announcement {
    let typed = Self.typed(Array(events)).map { TerminalText($0, limit: 40) }
    let text: TerminalText = typed.map { "\"\($0)\"" } ?? "the rest of the line"
    return .line("\(text) did nothing: a reply is a line of its own")
  }

  /// What the keys of characters type; nil where there are other keys among them.
  private static func typed(_ events: [InputEvent]) -> String? {
    var text = ""
    for event in events {
      guard case .key(let key) = event, let scalar = key.typed else { return nil }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Every line is answered, so that nobody waits.
  private func answered(_ words: [Announcement]) -> [Announcement] {
    words.isEmpty && isRunning ? [.line("nothing to report")] : words
  }
}

extension InputEvent {
  /// Whether it puts text into a prompt, rather than editing what is there.
  fileprivate var isText: Bool {
    switch self {
    case .key(let key): key.typed != nil
    case .paste: true
    default: false
    }
  }
}
