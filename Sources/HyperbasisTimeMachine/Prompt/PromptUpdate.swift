import HyperbasisCanvas
import HyperbasisHistory

// The line that asks for text.

extension State {
  /// Edits the line; nil for a key that the prompt leaves to others.
  mutating func handle(_ key: Key, in prompt: Prompt) -> [Effect]? {
    var prompt = prompt
    switch key {
    case .escape:
      layers.removeLast()
      return []
    case .enter: return submit(prompt)
    case .tab where prompt.purpose == .command: commandLine.complete(&prompt)
    case .backspace where prompt.editor.isEmpty:
      layers.removeLast()
      return []
    default:
      guard prompt.editor.handle(key) else { return key.typed == nil ? leftover(key) : [] }
      prompt.complaint = nil
    }
    layers[layers.count - 1] = .prompt(prompt)
    return []
  }

  /// Keys with Control keep their meaning for the terminal; others do nothing in a prompt.
  private func leftover(_ key: Key) -> [Effect]? {
    key.modifiers.contains(.control) ? nil : []
  }

  mutating func paste(_ text: String) {
    guard case .prompt(var prompt) = layers.last else {
      let key = keymap.label(of: .program(.commandLine))
      message = .note("paste works where text is typed: after \(key)")
      return
    }
    prompt.editor.insert(text)
    prompt.complaint = nil
    layers[layers.count - 1] = .prompt(prompt)
  }

  var commandLine: CommandLine {
    CommandLine(view: view, settings: settings, keymap: keymap, now: now)
  }

  private mutating func submit(_ prompt: Prompt) -> [Effect] {
    let text = prompt.editor.text
    do {
      let accept = try reading(of: text, for: prompt.purpose)
      layers.removeLast()
      return accept?(&self) ?? []
    } catch {
      var prompt = prompt
      prompt.complaint = error.text
      layers[layers.count - 1] = .prompt(prompt)
      return []
    }
  }

  /// What a text asks for; nil for an empty one that asks for nothing.
  private func reading(
    of text: String, for purpose: Prompt.Purpose
  ) throws(CommandError) -> ((inout State) -> [Effect])? {
    switch purpose {
    case .date:
      guard !text.isEmpty else { return nil }
      let date = try commandLine.date(text)
      return { $0.inSpace(TimeUpdate.self) { $0.go(to: date) } }
    case .find:
      guard !text.isEmpty else { return nil }
      return { $0.inSpace(FindUpdate.self) { $0.find(text) } }
    case .filter:
      let filter = try commandLine.filter(text)
      return { $0.inSpace(FindUpdate.self) { $0.setFilter(filter) } }
    case .command:
      guard !text.isEmpty else { return nil }
      let command = try commandLine.read(text)
      return { $0.run(command) }
    case .metadata:
      try CommandError.check(DraftUpdate.metadataComplaint(text))
      return { $0.inSpace(DraftUpdate.self) { $0.setMetadata(text) } }
    case .newAnchor:
      guard !text.isEmpty else { return nil }
      try CommandError.check(DraftUpdate.metadataComplaint(text))
      return { $0.inSpace(DraftUpdate.self) { $0.addAnchor(text) } }
    case .place:
      try CommandError.check(MoveUpdate.placeComplaint(text))
      return { $0.inSpace(MoveUpdate.self) { $0.setPlace(text) } }
    }
  }
}
