import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// Describes in lines of text what a screen would show: for screen readers, and if there is no screen.
///
/// Each line is one thing that changed between two states.
package enum Announcer {
  /// - Parameter includingPrompts: whether typed text is announced; not if it is echoed.
  package static func lines(
    from old: State?, to new: State, includingPrompts: Bool = true
  ) -> [TerminalText] {
    let lines = news(from: old, to: new, includingPrompts)
    guard lines.isEmpty, let old else { return lines }
    return quietLines(from: old, to: new)
  }

  private static func news(
    from old: State?, to new: State, _ includingPrompts: Bool
  ) -> [TerminalText] {
    var lines: [TerminalText] = []
    // A message is not announced again only because its key no longer takes the change back.
    if let message = new.message, message.withoutWayBack != old?.message?.withoutWayBack {
      lines.append(message.text)
    }
    if let line = cloudLine(from: old, to: new) { lines.append(line) }
    lines += layerLines(from: old, to: new, includingPrompts)
    guard let view = new.view else {
      return lines + emptinessLines(from: old, to: new) + pickerLines(from: old, to: new)
    }
    if old?.view?.data.id != view.data.id {
      lines.append((["space \(view.data.name)"] + new.settings.standing).joined(separator: ", "))
    }
    lines += ArrivalAnnouncement.lines(from: old, to: new)
    if let line = PlayAnnouncement.line(from: old, to: new) { lines.append(line) }
    lines += dateLines(from: old, to: new, view)
    if let line = BarAnnouncement.line(from: old, to: new) { lines.append(line) }
    if view.lists.selection != old?.view?.lists.selection, let line = selectionLine(new, view) {
      lines.append(line)
    }
    if let measured = view.measured, measured != old?.view?.measured {
      let start = [measured.text, measured.date(new.settings)].present.joined(separator: ", ")
      lines.append("\(start): \(measured.distance.parts)")
    }
    lines += paneLines(from: old, to: new, view)
    return lines
  }

  /// Returns the whole text of the layer that awaits a reply; empty if there is none.
  package static func question(of state: State) -> [TerminalText] {
    switch state.layers.last {
    case .bookmarks:
      let bookmarks = state.view?.bookmarks.list ?? []
      return bookmarks.enumerated().map { number, bookmark in
        "bookmark \(number + 1) of \(bookmarks.count): \(state.text(bookmark))"
      }
    // As far as it has been typed.
    case .prompt(let prompt): return [prompt.spokenText]
    case .help, .plan, .move, .savedDraft, .importing, nil:
      return layerLines(from: nil, to: state, true)
    }
  }

  private static func cloudLine(from old: State?, to new: State) -> TerminalText? {
    guard let cloud = new.sync.status, cloud.announcement != old?.sync.status?.announcement else {
      return nil
    }
    return "cloud: \(cloud.announcement)"
  }

  private static func emptinessLines(from old: State?, to new: State) -> [TerminalText] {
    new.picker.isEmpty && old?.picker.isEmpty != true ? new.linesOfNoSpaces : []
  }

  private static func pickerLines(from old: State?, to new: State) -> [TerminalText] {
    // After a return from a space, its place in the list is announced.
    guard let space = new.picker.selected,
      space.id != old?.picker.selected?.id || old?.view != nil
    else { return [] }
    let name = space.name.map { TerminalText($0, limit: 80) } ?? "without a name"
    return [
      "space \(new.picker.row + 1) of \(new.picker.count): \(name), "
        + extent(of: space)
    ]
  }

  private static func extent(of space: ListedSpace) -> TerminalText {
    [
      space.anchors.map { CountText.text($0, "anchor") } ?? .empty,
      space.events.map { CountText.text($0, "event") } ?? .empty,
      space.isHere ? .empty : "in the cloud",
    ]
    .present.joined(separator: ", ")
  }

  private static func dateLines(
    from old: State?, to new: State, _ view: SpaceView
  ) -> [TerminalText] {
    guard view.time.cursor != old?.view?.time.cursor || view.offset != old?.view?.offset,
      let instant = view.instant
    else { return [] }
    let list = view.data.anchors(AnchorList.Key(offset: view.offset, includesDeleted: false))
    let end = new.endWord(of: view)
    let moment: TerminalText =
      view.isAtEnd ? end.label : "past, \(view.differenceText(from: end))"
    return ["\(new.text(instant)), \(CountText.text(list.count, "anchor")), \(moment)"]
  }

  private static func selectionLine(_ state: State, _ view: SpaceView) -> TerminalText? {
    guard let ordinal = view.selectedOrdinal else { return nil }
    let description = view.data.description(after: ordinal)
    let type =
      description.type.map { " (\(TerminalText($0, limit: 40)))" as TerminalText } ?? .empty
    return "\(description.label)\(type)\(standing(of: ordinal, view)) at "
      + PointText.text(view.index.position(ordinal))
  }

  /// Returns what leads to the place of an anchor that is not there at the date on screen.
  private static func standing(of ordinal: Int, _ view: SpaceView) -> TerminalText {
    if ordinal >= view.offset { return ", not there yet, later" }
    return view.index.isHidden(ordinal) ? ", deleted, was" : .empty
  }

  /// Changes that a screen shows without words.
  private static func quietLines(from old: State, to new: State) -> [TerminalText] {
    if new.layers.count < old.layers.count { return ["closed"] }
    if new.sync.isRunning, !old.sync.isRunning { return ["asking the cloud"] }
    if let view = new.view, let former = old.view,
      view.compare.isSideBySide != former.compare.isSideBySide
    {
      return [view.compare.isSideBySide ? "A and B side by side" : "one plan"]
    }
    if new.view?.map.camera != old.view?.map.camera, let line = cameraLine(new) { return [line] }
    return SettingOption.all.filter { $0.value(old.settings) != $0.value(new.settings) }.map {
      "\(TerminalText($0.name)) is \(TerminalText($0.value(new.settings)))"
    }
  }

  /// Returns the part of the space that is on the plan.
  private static func cameraLine(_ state: State) -> TerminalText? {
    guard let view = state.view, let camera = view.map.camera else { return nil }
    let projection = view.mapProjection(state.layout)
    let width = LengthText.measured(camera.metresPerColumn * Double(projection.columns))
    let viewpoint = view.map.viewpoint
    return "\(viewpoint.title): \(TerminalText(width)) wide, about "
      + viewpoint.text(of: camera.centre)
  }

  private static func layerLines(
    from old: State?, to new: State, _ includingPrompts: Bool
  ) -> [TerminalText] {
    guard new.layers != old?.layers else { return [] }
    switch new.layers.last {
    case .help(let help):
      return helpLines(help, new)
    case .prompt(let prompt):
      guard includingPrompts else { return [] }
      let complaint = prompt.complaint.map { [$0] } ?? []
      return [prompt.spokenTitle + presentText(prompt)] + complaint
    case .plan(let dialog):
      if case .plan(let former) = old?.layers.last, former.plan == dialog.plan {
        return planLines(dialog, since: former, new)
      }
      return planLines(dialog, new)
    case .savedDraft(let offer):
      let content = OfferContent(offer, new.view, new.settings)
      let leave = new.keymap.label(of: .program(.leave))
      return [content.heading, content.remark] + content.lines.map(\.text)
        + ["\(OfferContent.reply(new.keymap)), \(leave) leaves it for later"]
    case .bookmarks(let list):
      let bookmarks = new.view?.bookmarks.list ?? []
      guard bookmarks.indices.contains(list.row) else { return [] }
      return ["bookmark \(list.row + 1) of \(bookmarks.count): \(new.text(bookmarks[list.row]))"]
    case .importing(let dialog):
      if case .importing(let former) = old?.layers.last, former.preview == dialog.preview {
        return []
      }
      let keymap = new.keymap
      return dialog.preview.lines + [
        new.refusal(of: .confirm, dialog)
          ?? "\(keymap.label(of: .dialog(.confirm))) imports it, \(keymap.label(of: .dialog(.decline))) cancels"
      ]
    case .move(let move): return ["moving \(move.anchor.shortLabel) to \(move.text)"]
    case nil: return []
    }
  }

  /// Returns the text that a prompt opens with, which an entered line replaces as a whole.
  private static func presentText(_ prompt: Prompt) -> TerminalText {
    guard !prompt.editor.isEmpty else { return .empty }
    let removal: TerminalText = prompt.isRemovedByOff ? " off to remove it," : .empty
    return "currently \(TerminalText(prompt.editor.text)); type a line to replace it,\(removal) or "
      + "press Return to keep it"
  }

  /// Returns a page of the help, and how to hear more.
  private static func helpLines(_ help: HelpLayer, _ state: State) -> [TerminalText] {
    let lines = HelpLines.broken(for: state, help).dropFirst(help.scroll)
    let page = lines.prefix(max(1, state.layout.helpArea.rows))
    let more = lines.count - page.count
    let key = state.keymap.label(of: .rows(.page(.forward)))
    return page.map(\.text).filter { !$0.isEmpty }
      + (more > 0 ? ["\(CountText.text(more, "more line")); \(key) continues"] : [])
  }

  private static func planLines(_ dialog: PlanDialog, _ state: State) -> [TerminalText] {
    let cost = [dialog.request.remark, dialog.costs.first].compactMap(\.self)
    return ["\(dialog.title.text)?"] + cost + crossingLines(dialog, state)
      + PlanReading(dialog: dialog).lines(state.keymap)
      + [replyLine(dialog, state.keymap)]
  }

  private static func replyLine(_ dialog: PlanDialog, _ keymap: Keymap) -> TerminalText {
    let reply: TerminalText =
      dialog.needsCount
      ? "type \(dialog.anchorCount) and Enter to do it"
      : "\(keymap.label(of: .dialog(.confirm))) does it"
    return "\(reply), \(keymap.label(of: .dialog(.decline))) cancels"
  }

  /// Says that the plan brings positions back across a shift, and which key chooses the alternative.
  private static func crossingLines(_ dialog: PlanDialog, _ state: State) -> [TerminalText] {
    guard let crossing = dialog.crossing(state.settings) else { return [] }
    let key = state.keymap.label(of: .dialog(.switchFrame))
    return ["\(crossing.text); \(key) \(crossing.alternative)"]
  }

  /// Returns what was scrolled or typed in a plan that had been announced already.
  private static func planLines(
    _ dialog: PlanDialog, since former: PlanDialog, _ state: State
  ) -> [TerminalText] {
    guard dialog.typed == former.typed else { return ["typed \(TerminalText(dialog.typed))"] }
    let reading = PlanReading(dialog: dialog)
    // Whoever has heard it all can reply, and the replies were said long ago.
    return reading.lines(since: former, state.keymap)
      + (reading.isAtEnd ? [replyLine(dialog, state.keymap)] : [])
  }

  private static func paneLines(
    from old: State?, to new: State, _ view: SpaceView
  ) -> [TerminalText] {
    var lines: [TerminalText] = []
    if let line = CompareAnnouncement.opening(from: old, to: new) { lines.append(line) }
    if view.lists.focus != old?.view?.lists.focus || view.lists.tab != old?.view?.lists.tab {
      lines.append(view.lists.focus == .map ? "plan" : view.lists.tab.title)
    }
    lines += CompareAnnouncement.changes(from: old, to: new)
    if let line = operationLine(from: old, to: new, view) { lines.append(line) }
    if let line = shiftLine(from: old, to: new, view) { lines.append(line) }
    if let line = historyLine(from: old, to: new, view) { lines.append(line) }
    return lines
  }

  private static func historyLine(
    from old: State?, to new: State, _ view: SpaceView
  ) -> TerminalText? {
    let former = old?.view?.lists.movesInHistory == true ? old?.view : nil
    guard view.lists.movesInHistory, let ordinal = view.currentHistoryOrdinal,
      ordinal != former?.currentHistoryOrdinal
    else { return nil }
    return name(ofRow: ordinal, view) + "version \(view.index.version(ordinal)), "
      + "\(new.text(view.index.instant(ordinal))), " + view.data.text(event: ordinal)
      + by(ordinal, view)
  }

  /// Names the anchor of a row, since the history of a space covers many.
  private static func name(ofRow ordinal: Int, _ view: SpaceView) -> TerminalText {
    view.selectedSlot == nil ? "\(view.data.description(after: ordinal).label), " : .empty
  }

  private static func operationLine(
    from old: State?, to new: State, _ view: SpaceView
  ) -> TerminalText? {
    guard view.lists.movesInOperations, let selected = view.selectedOperation,
      old?.view?.lists.movesInOperations != true
        || old?.view?.selectedOperation?.operation != selected.operation
    else { return nil }
    let operation = selected.operation
    let standing: TerminalText =
      operation.id == view.undoTarget && DraftUpdate(new)?.obstacle(to: .newest) == nil
      ? ", undone next" : operation.isUndone ? ", undone" : .empty
    return "\(view.text(of: selected)), \(new.text(operation.instant))"
      + by([operation.actor].compactMap { $0 }) + standing
  }

  private static func shiftLine(
    from old: State?, to new: State, _ view: SpaceView
  ) -> TerminalText? {
    guard view.lists.movesInShifts else { return nil }
    let former = old?.view?.lists.movesInShifts == true ? old?.view : nil
    guard let row = view.currentShiftRow, let listed = view.selectedShift else {
      let isNews = former == nil || former?.shiftCountText != view.shiftCountText
      return isNews ? view.shiftCountText : nil
    }
    guard former?.selectedShift?.id != listed.id || former?.currentShiftRow != row else {
      return nil
    }
    let text = listed.text
    return "\(row + 1) of \(view.listedShifts.count): \(text.standingWhat), \(text.sentence), "
      + "\(new.text(listed.instant))" + by([listed.shift.actor].compactMap { $0 })
      + ", \(text.verdict)"
  }

  private static func by(_ ordinal: Int, _ view: SpaceView) -> TerminalText {
    by([view.index.actor(ordinal)].compactMap { $0 })
  }

  private static func by(_ names: [String]) -> TerminalText {
    guard !names.isEmpty else { return .empty }
    return ", by \(names.map { TerminalText($0, limit: 40) }.joined(separator: ", "))"
  }
}
