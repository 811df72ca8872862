package import HyperbasisCanvas

/// Draws the state at any size; a pure function.
package func render(_ state: State) -> Frame {
  var frame = Frame(size: state.size)
  let layout = state.layout
  if layout.step == .none {
    NeedView(size: state.size, quit: state.quitLabel)
      .draw(into: &frame)
    return frame
  }
  if let view = state.view {
    MapView(state: state, view: view).draw(into: &frame, region: layout.map)
    TabsView(state: state, view: view).draw(into: &frame, region: layout.tabs)
    InspectorView(state: state, view: view).drawPane(into: &frame, region: layout.inspector)
    BarView.draw(state, view, into: &frame, layout: layout)
    // Last, because the title reuses counts from a pane that has compared the same states.
    TitleView(state: state, view: view).draw(into: &frame, region: layout.title)
  } else {
    PickerView(state: state).draw(into: &frame)
  }
  FooterView(state: state).draw(into: &frame, layout: layout)
  drawLayers(of: state, into: &frame, layout: layout)
  // A box covers the row in which a message of two lines begins.
  if state.layers.last?.isBox == true {
    FooterView(state: state).draw(into: &frame, layout: layout)
  }
  return frame
}

private func drawLayers(of state: State, into frame: inout Frame, layout: Layout) {
  for layer in state.layers {
    switch layer {
    case .help(let help): HelpView.draw(state, help, into: &frame)
    case .plan(let dialog):
      DialogView(state: state, dialog: dialog).draw(into: &frame, layout: layout)
    case .move(let move): MoveView(state: state, move: move).draw(into: &frame, layout: layout)
    case .savedDraft(let offer):
      SavedDraftView(state: state, offer: offer).draw(into: &frame, layout: layout)
    case .bookmarks(let list):
      BookmarkView(state: state, bookmarks: state.view?.bookmarks.list ?? [], list: list)
        .draw(into: &frame, layout: layout)
    case .importing(let dialog): ImportView(state: state, dialog: dialog).draw(into: &frame)
    case .prompt(let prompt):
      PromptView(prompt: prompt, charset: state.settings.charset)
        .draw(into: &frame, layout: layout)
    }
  }
}

/// Draws the notice that is shown if there is no room for a pane.
struct NeedView {
  let size: TerminalSize
  /// The key that quits.
  let quit: TerminalText

  func draw(into frame: inout Frame) {
    let need = Layout.oneSize
    let needed: TerminalText = "needs \(need.columns)x\(need.rows)"
    let quits: TerminalText = "; \(quit) quits"
    let texts: [TerminalText] = [
      "\(needed), this is \(size.columns)x\(size.rows)\(quits)", "\(needed)\(quits)", needed,
      "need \(need.columns)x\(need.rows)", "\(need.columns)x\(need.rows)",
    ]
    let fitting = texts.first { $0.width <= size.columns } ?? texts[texts.count - 1]
    frame.put(fitting, column: 0, row: 0)
  }
}
