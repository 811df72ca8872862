import Hyperbasis
import HyperbasisCanvas

extension State {
  /// Edits the line; nil for a key that the prompt leaves to others.
  mutating func handle(_ key: Key, in prompt: Prompt) -> [Effect]? {
    var prompt = prompt
    switch key {
    case .escape:
      layers.removeLast()
      return []
    case .enter: return submit(prompt)
    case .tab where prompt.purpose == .command: complete(&prompt)
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

  private mutating func submit(_ prompt: Prompt) -> [Effect] {
    let text = prompt.editor.text
    if let complaint = complaint(about: text, for: prompt.purpose) {
      var prompt = prompt
      prompt.complaint = complaint
      layers[layers.count - 1] = .prompt(prompt)
      return []
    }
    layers.removeLast()
    return accept(text, for: prompt.purpose)
  }

  /// Why a text cannot be taken as it is.
  private func complaint(about text: String, for purpose: Prompt.Purpose) -> TerminalText? {
    switch purpose {
    case .find: return nil
    case .date:
      guard !text.isEmpty else { return nil }
      do {
        let date = try DateExpression(text)
        _ = try date.instant(in: dateContext)
        return nil
      } catch { return TerminalText(error.errorDescription ?? "this is no date") }
    case .filter:
      do { _ = try EventFilter(text) } catch { return error.text }
      return nil
    case .metadata, .newAnchor: return metadataComplaint(text)
    case .place: return placeComplaint(text)
    case .command:
      guard !text.isEmpty else { return nil }
      return commandComplaint(text)
    }
  }

  var dateContext: DateExpression.Context {
    DateExpression.Context(
      now: now, start: view?.index.start, end: view?.index.end, zone: settings.zone)
  }

  private mutating func accept(_ text: String, for purpose: Prompt.Purpose) -> [Effect] {
    guard !text.isEmpty || purpose == .filter || purpose == .metadata else { return [] }
    switch purpose {
    case .date: if let date = try? DateExpression(text) { go(to: date) }
    case .find: return find(text)
    case .filter: return (try? filter(text)) ?? []
    case .metadata: acceptMetadata(text)
    case .newAnchor: acceptNewAnchor(text)
    case .place: acceptPlace(text)
    case .command: return run(text)
    }
    return []
  }
}
