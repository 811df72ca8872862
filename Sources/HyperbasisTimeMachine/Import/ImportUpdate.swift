import HyperbasisCanvas

// An import can be started from the command line, both in the list of spaces and in a space; nothing is
// written before the user has seen what would be.

extension State {
  /// Reads the sources named by the words of an import.
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

  /// Reports what was written, and lists the spaces again.
  mutating func finishImport(_ result: Result<ImportOutcome, Failure>) -> [Effect] {
    switch result {
    case .success(let outcome): finishImport(outcome)
    case .failure(let failure): message = .error(failure.text)
    }
    return view == nil ? [.loadSpaces] : []
  }

  /// An import is dated as its rows are, so it is hardly ever the newest operation, which an undo would
  /// take back: it is selected in the list, and the message says how to undo it.
  private mutating func finishImport(_ outcome: ImportOutcome) {
    if let view, let operation = outcome.operations[view.data.id] {
      self.view?.lists.operation = operation
    }
    // Unlike the key that undoes the newest change, these stay true when others write.
    let ways = [undoText(outcome), deletionText(outcome)].compactMap { $0 }
    message = .note(([outcome.text] + ways).joined(separator: "; "))
  }

  /// Returns how to undo what was added to spaces that existed before; nil if nothing was.
  private func undoText(_ outcome: ImportOutcome) -> TerminalText? {
    let list = keymap.label(of: .list(.showTab(.operations)))
    let undo = keymap.label(of: .draft(.rollBackAnchor))
    if let view {
      let id = view.data.id
      if outcome.operations[id] != nil { return "\(list), then \(undo) undoes it" }
      if outcome.extended.contains(id) { return "\(list) lists its operations, \(undo) undoes one" }
    }
    if !outcome.operations.isEmpty { return "there \(list) lists it, \(undo) undoes it" }
    guard !outcome.extended.isEmpty else { return nil }
    return "there \(list) lists its operations, \(undo) undoes one"
  }

  /// Returns how to delete the spaces that it created; nil if it created none. No key deletes a space.
  private func deletionText(_ outcome: ImportOutcome) -> TerminalText? {
    guard let first = outcome.newSpaces.first else { return nil }
    guard outcome.newSpaces.count == 1 else {
      return "\(settings.command("delete-space SPACE")) takes back what it made"
    }
    let isAll = outcome.operations.isEmpty && outcome.extended.isEmpty
    return
      "\(settings.command("delete-space \(first)")) takes \(isAll ? "it" : "the new space") back"
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

  /// Returns why a reply is unavailable now; nil if it is available.
  func refusal(of intent: DialogIntent, _ dialog: ImportDialog) -> TerminalText? {
    guard intent == .confirm else { return nil }
    return settings.writeRefusal ?? dialog.preview.refusal
  }
}
