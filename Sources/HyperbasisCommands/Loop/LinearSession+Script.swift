import HyperbasisCanvas
import HyperbasisTimeMachine

// Lines of a script: each is the text of a prompt, a key's name, or keys one after the other.

extension LinearSession {
  /// Handles the bytes of a line, without its end.
  func handle(line bytes: [UInt8]) -> [Announcement] {
    guard let events = decoder.events(of: bytes) else { return [] }
    if prompt != nil {
      // Otherwise nothing that a script can type would leave it.
      return answered(Self.named(events) == .escape ? run([.key(.escape)]) : fill(with: events))
    }
    if events.isEmpty {
      // Bytes that are no key are not an empty line either.
      guard bytes.isEmpty || bytes == [0x0D] else { return answered([]) }
      guard state.offersEnter else { return news() + list }
      take(.key(.enter))
      return answered(news())
    }
    // A number is completed like the text of a prompt.
    if state.awaitsCount, Self.typed(events)?.allSatisfy({ ("0"..."9").contains($0) }) == true {
      (events + [.key(.enter)]).forEach(take)
      return answered(news())
    }
    return answered(run(Self.named(events).map { [.key($0)] } ?? events))
  }

  /// Handles keys one after the other, and reports what each of them changed before the next.
  private func run(_ events: [InputEvent]) -> [Announcement] {
    var words: [Announcement] = []
    for (number, event) in events.enumerated() where isRunning {
      // A question cannot be answered before it has been read.
      if events.count > 1, case .key(let key) = event, state.isReply(key, isFirst: number == 0) {
        return words + [unread(events[number...])]
      }
      take(event)
      // Anything typed after the key of a prompt is its text: t2024-06-17.
      let rest = Array(events[(number + 1)...])
      if prompt != nil, !rest.isEmpty { return words + fill(with: rest) }
      words += news()
    }
    return words
  }

  /// Types a line into the open prompt, and ends it. If the prompt already has a text, a line that
  /// begins with text replaces it, and one that begins with an editing key edits it.
  private func fill(with events: [InputEvent]) -> [Announcement] {
    var events = events[...]
    if prompt?.purpose == .command, opened == prompt, events.first == .key(":") {
      // A whole command sent while the command prompt is open means just that command.
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

  /// Ends the text of a prompt. Whole lines cannot be used to edit a text that is refused: it is
  /// dropped, and the next line starts afresh; a refused command closes its prompt.
  private func enter() {
    take(.key(.enter))
    guard var opened, let prompt, let complaint = prompt.complaint else { return }
    if prompt.purpose == .command {
      state.layers.removeLast()
      state.message = .note(complaint)
      self.opened = nil
      return
    }
    // A line that is refused twice is reported twice.
    announced?.layers = state.layers.dropLast() + [.prompt(opened)]
    opened.complaint = complaint
    state.layers[state.layers.count - 1] = .prompt(opened)
  }

  private func clearPrompt() {
    guard var prompt, !prompt.editor.isEmpty else { return }
    prompt.editor = LineEditor()
    state.layers[state.layers.count - 1] = .prompt(prompt)
  }

  /// Reports that the rest of a line did nothing.
  private func unread(_ events: ArraySlice<InputEvent>) -> Announcement {
    let typed = Self.typed(Array(events)).map { TerminalText($0, limit: 40) }
    let text: TerminalText = typed.map { "\"\($0)\"" } ?? "the rest of the line"
    return .line("\(text) was ignored: a reply must be on a line of its own")
  }

  /// Returns the text that character keys type; nil if there are other keys among them.
  private static func typed(_ events: [InputEvent]) -> String? {
    var text = ""
    for event in events {
      guard case .key(let key) = event, let scalar = key.typed else { return nil }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// Returns the key whose name is typed; nil if the text is none.
  private static func named(_ events: [InputEvent]) -> Key? {
    events.count > 1 ? typed(events).flatMap { Key(name: $0) } : nil
  }

  /// Makes sure that every line is answered, so that a script does not wait in vain.
  private func answered(_ words: [Announcement]) -> [Announcement] {
    words.isEmpty && isRunning ? [.line("nothing to report")] : words
  }
}

extension InputEvent {
  /// Whether it enters text into a prompt, rather than editing what is there.
  fileprivate var isText: Bool {
    switch self {
    case .key(let key): key.typed != nil
    case .paste: true
    default: false
    }
  }
}
