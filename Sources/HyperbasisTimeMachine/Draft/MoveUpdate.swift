import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// Moves an anchor by nudges, turns and typed positions, each of which is staged at once.
struct MoveUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: MoveIntent, _ layer: MoveLayer) {
    var layer = layer
    switch intent {
    case .nudge(let direction):
      layer.nudge(direction, metres: 0.01, from: view.map.viewpoint)
    case .nudgeFar(let direction): layer.nudge(direction, metres: 0.1, from: view.map.viewpoint)
    case .lift(let direction): layer.place.y += 0.01 * Double(direction.sign)
    case .turn(let direction): layer.turn(by: 5 * Double(direction.sign))
    case .typePlace: return open(.prompt(Prompt(.place, text: layer.typedText)))
    case .stage:
      transition.layers.removeLast()
      return keep(layer)
    }
    put(layer)
  }

  /// Shows and stages the position of an anchor.
  private mutating func put(_ layer: MoveLayer) {
    show(layer)
    view.nudge(layer.edit, at: transition.now)
  }

  private mutating func show(_ layer: MoveLayer) { transition.layers.replaceTop(.move(layer)) }

  /// Undoes nudges of the series.
  mutating func undo(_ layer: MoveLayer) {
    guard let step = view.editing.draft?.undo() else { return note("it is where it was") }
    // The first step of an addition is the anchor itself.
    if layer.isAddition, view.editing.draft?.edit(layer.anchor.id) == nil { return stop(layer) }
    follow(layer)
    note("undone: \(view.text(of: step, isUndone: true))")
  }

  mutating func redo(_ layer: MoveLayer) {
    guard let step = view.editing.draft?.redo() else { return note("there is nothing to redo") }
    follow(layer)
    note("redone: \(view.text(of: step, isUndone: false))")
  }

  private mutating func follow(_ layer: MoveLayer) {
    var layer = layer
    layer.follow(view.draftedAnchor(layer.anchor.id) ?? layer.anchor)
    show(layer)
  }

  private mutating func keep(_ layer: MoveLayer) {
    // A move that ends where it began is not an edit.
    if layer.isMoved || layer.isAddition {
      view.editing.draft?.keepSeries()
    } else {
      view.editing.draft?.dropSeries()
    }
    forgetUntouchedDraft()
    noteStaged(layer)
  }

  /// Leaves an anchor where it was, or does not add it after all.
  mutating func stop(_ layer: MoveLayer) {
    transition.layers.removeLast()
    view.editing.draft?.dropSeries()
    forgetUntouchedDraft()
    if layer.isAddition { view.lists.selection = layer.formerSelection }
    let name = layer.anchor.shortLabel
    note(layer.isAddition ? "\(name) is not added" : "\(name) stays where it is")
  }

  /// Drops a draft that never had an edit.
  private mutating func forgetUntouchedDraft() {
    guard let draft = view.editing.draft, draft.isEmpty, !draft.canUndo, !draft.canRedo else {
      return
    }
    view.editing.draft = nil
  }

  /// Reports what the move of an anchor did to the draft.
  private mutating func noteStaged(_ layer: MoveLayer) {
    let isNew = layer.isAddition
    let name = layer.anchor.shortLabel
    guard isNew || layer.isMoved else { return note("\(name) stays where it is") }
    view.lists.selection = layer.anchor.id
    note("draft: \(name) is \(isNew ? "added" : "moved"); \(draftKeys())")
    hand(to: DraftUpdate.self) { $0.noteConflict(about: layer.anchor.id) }
  }
}

// MARK: - Typed places

extension MoveUpdate {
  /// Puts the anchor that is being moved at typed numbers, or else stages the selected one there.
  mutating func move(to numbers: [Double]) {
    if case .move = transition.layers.last { setPlace(numbers) } else { moveSelected(to: numbers) }
  }

  /// Stages the selected anchor at a place, and a yaw if there is a fourth number.
  private mutating func moveSelected(to numbers: [Double]) {
    guard let id = view.lists.selection, let edit = view.begunEdit(of: id) else { return }
    var layer = MoveLayer(edit)
    layer.set(numbers)
    if layer.isMoved { view.stage(layer.edit) }
    noteStaged(layer)
  }

  /// Puts the anchor that is being moved at a typed place.
  mutating func setPlace(_ numbers: [Double]) {
    guard case .move(var layer) = transition.layers.last else { return }
    layer.set(numbers)
    put(layer)
  }
}
