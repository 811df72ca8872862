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
  mutating func finishImport(_ result: Result<ImportOutcome, Failure>) -> [Effect] {
    switch result {
    case .success(let outcome): finishImport(outcome)
    case .failure(let failure): message = .error(failure.text)
    }
    return view == nil ? [.loadSpaces] : []
  }

  /// An import lies where its rows are dated, so that it is hardly ever the newest operation, which an
  /// undo would take back: it is selected in the list, and the message says how it goes.
  private mutating func finishImport(_ outcome: ImportOutcome) {
    message = .note(outcome.text)
    guard let view, let operation = outcome.operations[view.data.id] else { return }
    self.view?.lists.operation = operation
    let list = keymap.label(of: .list(.showTab(.operations)))
    let undo = keymap.label(of: .draft(.rollBackAnchor))
    message = .note("\(outcome.text); \(list), then \(undo) undoes it")
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
