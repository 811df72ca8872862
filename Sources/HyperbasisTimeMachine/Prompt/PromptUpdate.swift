import HyperbasisCanvas
import HyperbasisHistory

extension Prompt {
  /// The outcome of a key.
  enum Outcome {
    /// The line stays open.
    case editing
    /// The line closes, and nothing is done.
    case dismissed
    /// The line closes, and its command is performed.
    case accepted(ReadCommand)
  }

  /// Edits the line; returns nil for a key that the prompt leaves to others.
  mutating func update(_ key: Key, _ commandLine: CommandLine) -> Outcome? {
    switch key {
    case .escape: return .dismissed
    case .enter: return submit(commandLine)
    case .tab where purpose == .command || purpose == .filter: commandLine.complete(&self)
    case .up where purpose == .command: recall(.back, in: commandLine.history)
    case .down where purpose == .command: recall(.forward, in: commandLine.history)
    default:
      // Keys with Control keep their meaning for the terminal; others do nothing in a prompt.
      guard editor.handle(key) else { return key.modifiers.contains(.control) ? nil : .editing }
      complaint = nil
    }
    return .editing
  }

  mutating func insert(_ text: String) {
    editor.insert(text)
    complaint = nil
  }

  private mutating func submit(_ commandLine: CommandLine) -> Outcome {
    let text = editor.text
    if text.isEmpty, !takesEmptyText { return .dismissed }
    do {
      return .accepted(try commandLine.read(text, for: self))
    } catch {
      complaint = error.text
      return .editing
    }
  }

  /// Whether an empty line is a valid reply.
  private var takesEmptyText: Bool {
    switch purpose {
    case .filter, .metadata, .place, .slice, .spaces, .help, .bookmark: true
    case .date, .find, .command, .newAnchor: false
    }
  }
}

extension CommandLine {
  /// Reads the text typed at a prompt.
  fileprivate func read(
    _ text: String, for prompt: Prompt
  ) throws(Complaint) -> ReadCommand {
    switch prompt.purpose {
    case .date: try go(to: text, nil)
    case .find: try find(text, nil)
    case .filter: try filter(text, nil)
    case .command: try read(text)
    case .metadata: try setMetadata(text, in: prompt.edit)
    case .newAnchor: try addAnchor(text, nil)
    case .place: try setPlace(text)
    case .bookmark: addBookmark(text, nil)
    case .slice: try slice(text.isEmpty ? "off" : text)
    case .help: ReadCommand(intent: nil) { $0.searchHelp(text) }
    case .spaces:
      ReadCommand(intent: nil) { state in
        state.message = state.picker.setFilter(text)
        return []
      }
    }
  }

  private func setMetadata(
    _ text: String, in edit: Draft.Edit?
  ) throws(Complaint) -> ReadCommand {
    let metadata = try DraftUpdate.metadata(text)
    return ReadCommand(nil, DraftUpdate.self) { update in
      if let edit { update.setMetadata(metadata, in: edit) }
    }
  }

  private func setPlace(_ text: String) throws(Complaint) -> ReadCommand {
    guard let numbers = MoveLayer.numbers(text) else {
      throw Complaint("give x,y,z in metres, and optionally a yaw in degrees")
    }
    return ReadCommand(nil, MoveUpdate.self) { $0.setPlace(numbers) }
  }
}
