package import HyperbasisCanvas
import HyperbasisHistory

extension State {
  /// Why an intent can do nothing now; nil where it can.
  ///
  /// Messages and the footer both go by it, so that the footer shows only keys that work.
  package func refusal(of intent: Intent) -> TerminalText? {
    switch intent {
    case .time(let intent): inSpace(TimeUpdate.self) { $0.refusal(of: intent) }
    case .compare(let intent): inSpace(CompareUpdate.self) { $0.refusal(of: intent) }
    case .list(let intent): inSpace(ListUpdate.self) { $0.refusal(of: intent) }
    case .map(let intent): inSpace(MapUpdate.self) { $0.refusal(of: intent) }
    case .draft(let intent): inSpace(DraftUpdate.self) { $0.refusal(of: intent) }
    case .move: inSpace(MoveUpdate.self) { _ in nil }
    case .rows(let intent): refusal(of: intent)
    case .dialog(let intent): refusal(of: intent)
    case .program(let intent): refusal(of: intent)
    }
  }

  /// Asks an area; while something lies over the space, the keys are not about the space.
  private func inSpace<Area: SpaceUpdate>(
    _ area: Area.Type, _ reason: (Area) -> TerminalText?
  ) -> TerminalText? {
    guard layers.isEmpty else { return nil }
    return Area(self).map(reason) ?? openFirst
  }

  private var openFirst: TerminalText {
    "open a space first: \(keymap.label(of: .rows(.activate)))"
  }

  private func refusal(of intent: RowIntent) -> TerminalText? {
    switch layers.last {
    case .plan(let dialog):
      let isWhole = dialog.anchorCount <= dialog.page(layout, settings)
      return intent.isStep && isWhole ? "all of it is on screen" : nil
    case .help, .prompt, .move, .savedDraft: return nil
    case nil: break
    }
    if let update = ListUpdate(self) { return update.refusal(of: intent) }
    switch intent {
    case .step, .page, .first, .last:
      return picker.spaces?.isEmpty ?? true ? "there are no spaces" : nil
    case .activate: return picker.selected == nil ? "there is no space to open" : nil
    }
  }

  private func refusal(of intent: DialogIntent) -> TerminalText? {
    guard case .plan(let dialog) = layers.last, intent == .confirm else {
      return layers.isEmpty && view == nil ? openFirst : nil
    }
    if dialog.needsCount {
      return "type \(dialog.anchorCount), the number of anchors, to do it"
    }
    return view?.isDeleted == true ? WriteUpdate(self)?.writeRefusal : nil
  }

  private func refusal(of intent: ProgramIntent) -> TerminalText? {
    switch intent {
    case .sync: sync.refusal
    case .toggleMouse, .backToSpaces: layers.isEmpty && view == nil ? openFirst : nil
    case .commandLine, .help, .leave, .close, .quit, .redraw, .suspend: nil
    }
  }
}

extension RowIntent {
  /// Whether it moves by rows or pages.
  fileprivate var isStep: Bool {
    switch self {
    case .step, .page: true
    case .first, .last, .activate: false
    }
  }
}
