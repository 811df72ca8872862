import HyperbasisCanvas

// An import is asked for on the command line, in the list of spaces and in a space alike; nothing is
// written before somebody has seen what it would write.

extension State {
  /// Reads what the words of an import name.
  mutating func startImport(_ words: String) -> [Effect] {
    message = .note("reading \(TerminalText(words, limit: 60))")
    return [.surveyImport(words)]
  }

  /// Shows what was read.
  mutating func finishSurvey(_ result: Result<ImportPreview, Failure>) {
    switch result {
    case .success(let preview):
      message = nil
      layers.append(.importing(ImportDialog(preview)))
    case .failure(let failure): message = .error(failure.text)
    }
  }

  mutating func perform(_ intent: DialogIntent, _ dialog: ImportDialog) -> [Effect] {
    switch intent {
    case .confirm:
      layers.removeLast()
      message = .note("importing")
      return [.performImport(dialog.preview.number)]
    case .decline:
      layers.removeLast()
      message = .note("nothing was imported")
      return []
    case .switchFrame, .resumeDraft, .discardDraft: return nothing()
    }
  }

  /// Says what was written, and lists the spaces again.
  mutating func finishImport(_ result: Result<TerminalText, Failure>) -> [Effect] {
    switch result {
    case .success(let text): message = .note(text)
    case .failure(let failure): message = .error(failure.text)
    }
    return view == nil ? [.loadSpaces] : []
  }

  mutating func scroll(_ intent: RowIntent, _ dialog: ImportDialog) -> [Effect] {
    var dialog = dialog
    let first = intent.scrolled(
      from: dialog.scroll, rows: dialog.lines(layout).count, page: dialog.page(layout))
    guard let first else { return nothing() }
    dialog.scroll = max(0, first)
    layers.replaceTop(.importing(dialog))
    return []
  }

  /// Why a reply can do nothing now; nil where it can.
  func refusal(of intent: DialogIntent, _ dialog: ImportDialog) -> TerminalText? {
    guard intent == .confirm else { return nil }
    return settings.writeRefusal ?? dialog.preview.refusal
  }
}
