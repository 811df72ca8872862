import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// The open space while an input changes it: what is read, what is changed, and what follows.
struct Transition {
  var view: SpaceView
  var settings: Settings
  var layers: [Layer]
  var message: Message?
  /// The effects to perform outside.
  var effects: [Effect] = []
  let keymap: Keymap
  let size: TerminalSize
  let now: HBInstant
}

/// One area's part of a transition: it changes its own part of the view, and reports what it did.
protocol SpaceUpdate {
  var transition: Transition { get set }

  init(transition: Transition)
}

extension SpaceUpdate {
  // Accessed in place, so that a draft is not copied for each nudge.
  var view: SpaceView {
    _read { yield transition.view }
    _modify { yield &transition.view }
  }

  var settings: Settings {
    _read { yield transition.settings }
    _modify { yield &transition.settings }
  }

  var layout: Layout {
    Layout(
      size: transition.size, focus: view.lists.focus, barExtras: view.barExtras,
      mapShape: view.mapShape)
  }

  var comparison: Comparison? { view.comparison(settings.threshold) }

  /// Returns how messages show the key of an intent.
  func label(of intent: Intent) -> TerminalText {
    transition.keymap.label(of: intent, charset: settings.charset)
  }

  mutating func note(_ text: TerminalText) { transition.message = .note(text) }

  mutating func open(_ layer: Layer) { transition.layers.append(layer) }

  mutating func request(_ effect: Effect) { transition.effects.append(effect) }

  /// Lets another area do its part.
  mutating func hand<Area: SpaceUpdate>(to area: Area.Type, _ body: (inout Area) -> Void) {
    var other = Area(transition: transition)
    body(&other)
    transition = other.transition
  }
}

// MARK: - Refusals

extension SpaceUpdate {
  /// The refusal of anything that needs a selected anchor.
  var selectFirst: TerminalText {
    lackOfEvents ?? "select an anchor first: \(label(of: .list(.moveSelection(.forward))))"
  }

  /// The refusal of anything that needs events, in a space that has none.
  var lackOfEvents: TerminalText? {
    view.index.count == 0 ? "this space has no events yet" : nil
  }

  /// Why nothing can be written, now or later.
  var lastingRefusal: TerminalText? {
    settings.writeRefusal ?? view.loss?.refusal
  }

  /// Why nothing can be written to the store, whatever becomes of the space.
  var storeRefusal: TerminalText? {
    settings.writeRefusal ?? (view.loss == .storeGone ? view.loss?.refusal : nil)
  }

  /// Why nothing can be written now.
  var writeRefusal: TerminalText? {
    if let reason = lastingRefusal { return reason }
    return view.editing.write == nil ? nil : "a change is being written; wait for it"
  }

  /// Says which keys write the draft or drop it, with an addition; or why it cannot be written, if so.
  func draftKeys(_ more: TerminalText = .empty) -> TerminalText {
    lastingRefusal
      ?? "\(label(of: .draft(.write))) writes, \(label(of: .draft(.drop))) drops\(more)"
  }

  /// The refusal of anything that needs both marks.
  var lackOfMarks: TerminalText? {
    guard view.compare.marks.both == nil else { return nil }
    return lackOfEvents
      ?? "set A and B first: \(label(of: .compare(.markA))), \(label(of: .compare(.markB)))"
  }
}

// MARK: - From the whole state and back

extension State {
  /// Lets an area do its part in the open space; does nothing if none is open.
  mutating func inSpace<Area: SpaceUpdate>(
    _ area: Area.Type, _ body: (inout Area) -> Void
  ) -> [Effect] {
    guard var update = Area(self) else { return [] }
    // Meanwhile the transition is the only owner, so that changes copy nothing.
    view = nil
    layers = []
    body(&update)
    let transition = update.transition
    view = transition.view
    settings = transition.settings
    layers = transition.layers
    message = transition.message
    return transition.effects
  }
}

extension SpaceUpdate {
  /// Returns nil if no space is open.
  init?(_ state: State) {
    guard let view = state.view else { return nil }
    self.init(
      transition: Transition(
        view: view, settings: state.settings, layers: state.layers, message: state.message,
        keymap: state.keymap, size: state.size, now: state.now))
  }
}
