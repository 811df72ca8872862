import HyperbasisCanvas
package import HyperbasisHistory

/// Changes the state by what happened, and says what is to be done outside.
///
/// - Parameter now: The clock; the time machine has none of its own.
package func update(_ state: inout State, _ input: Input, at now: HBInstant) -> [Effect] {
  state.now = now
  state.beginReading(input)
  var effects = state.handle(input)
  state.settle()
  state.noteUnreadable()
  if input.respondsToTyping { effects += state.catchUp() }
  return effects + state.timerEffects()
}

extension State {
  fileprivate mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .terminal(let event): return handle(event)
    case .spacesLoaded(let result): finishLoadingSpaces(result)
    case .snapshotLoaded(let result): return finishLoading(result)
    case .spaceDeleted(let id): lose(space: id)
    case .prepared(let filter):
      return inSpace(FindUpdate.self) { $0.finishPreparing(filter) }
    case .planReady(let result):
      return inSpace(WriteUpdate.self) { $0.finishPlanning(result) }
    case .executed(let result):
      return inSpace(WriteUpdate.self) { $0.finishWriting(result) }
    case .tick(let microseconds):
      return inSpace(TimeUpdate.self) { $0.play(for: microseconds) }
    case .recalled(let recollection): resume(recollection)
    case .cloudChanged(let status): receive(status)
    case .synced(let result): finishSync(result)
    case .unreadable: break
    case .copied(.success(let text)): message = .note("copied \(text)")
    case .copied(.failure(let failure)): message = .error(failure.text)
    }
    return []
  }

  private mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let key): return keepForLater(key) ? [] : handle(key)
    case .mouse(let event): return handle(event)
    case .paste(let text):
      paste(text)
      return []
    case .resize(let size):
      self.size = size
      return []
    case .terminate, .closed: return endEffects()
    case .suspend: return [.suspend]
    case .resumed: return [.redraw]
    case .focus, .wake: return []
    }
  }

  /// Starts and stops the timer as the play does.
  fileprivate mutating func timerEffects() -> [Effect] {
    let isWanted = view?.time.play.isRunning ?? false
    guard isWanted != isTimerRunning else { return [] }
    isTimerRunning = isWanted
    return isWanted ? [.startTimer(perSecond: Self.ticksPerSecond)] : [.stopTimer]
  }

  private static let ticksPerSecond = 25
}

extension Input {
  /// Whether keys that wait for the store can be done now: a space is wholly there once it is known
  /// how it was looked at last.
  fileprivate var respondsToTyping: Bool {
    switch self {
    case .spacesLoaded, .recalled: true
    case .terminal, .snapshotLoaded, .spaceDeleted, .prepared, .planReady, .executed, .tick,
      .copied, .unreadable, .cloudChanged, .synced:
      false
    }
  }
}

// MARK: - Keys

extension State {
  mutating func handle(_ key: Key) -> [Effect] {
    message = nil
    if case .prompt = layers.last {} else { forgetWarning(before: key) }
    switch layers.last {
    case .prompt(let prompt):
      if let effects = handle(key, in: prompt) { return effects }
    case .plan(let dialog):
      if let effects = handle(key, in: dialog) { return effects }
    case .help, .move, .savedDraft, nil: break
    }
    guard let intent = keymap.intent(for: key, in: scopes) else {
      message = .note("\(unboundText(key)); \(keymap.label(of: .program(.help))) lists the keys")
      return []
    }
    return perform(intent)
  }

  private func unboundText(_ key: Key) -> TerminalText {
    let label = KeyLabel.text(key, charset: settings.charset)
    let other = keymap.bindings.first { $0.keys.contains(key) && $0.scope != .dialog }
    guard let other, layers.isEmpty else { return "\(label) does nothing here" }
    switch other.scope {
    case .map: return "\(label) works on the plan (\(keymap.label(of: .list(.focusMap))))"
    case .list:
      return "\(label) works in a list (\(keymap.label(of: .list(.showTab(.anchors)))))"
    case .space: return "\(label) works in an open space"
    case .everywhere, .spaces, .dialog, .move, .offer, .help: return "\(label) does nothing here"
    }
  }
}

// MARK: - Intents

extension State {
  /// Does what was asked for, or says why not.
  mutating func perform(_ intent: Intent) -> [Effect] {
    if let reason = refusal(of: intent) {
      message = .note(reason)
      return []
    }
    switch intent {
    case .time(let intent): return inFront(TimeUpdate.self) { $0.perform(intent) }
    case .compare(let intent): return inFront(CompareUpdate.self) { $0.perform(intent) }
    case .list(let intent): return inFront(ListUpdate.self) { $0.perform(intent) }
    case .map(let intent): return inFront(MapUpdate.self) { $0.perform(intent) }
    case .draft(let intent): return perform(intent)
    case .move(let intent):
      guard case .move(let layer) = layers.last else { return nothing() }
      return inSpace(MoveUpdate.self) { $0.perform(intent, layer) }
    case .rows(let intent): return perform(intent)
    case .dialog(let intent): return perform(intent)
    case .program(let intent): return perform(intent)
    }
  }

  /// Lets an area do its part, unless something lies over the space.
  private mutating func inFront<Area: SpaceUpdate>(
    _ area: Area.Type, _ body: (inout Area) -> Void
  ) -> [Effect] {
    layers.isEmpty ? inSpace(area, body) : nothing()
  }

  mutating func nothing() -> [Effect] {
    message = .note("this does nothing here")
    return []
  }

  /// While an anchor is moved, undo and redo are about its nudges.
  private mutating func perform(_ intent: DraftIntent) -> [Effect] {
    guard case .move(let layer) = layers.last else {
      return inFront(DraftUpdate.self) { $0.perform(intent) }
    }
    switch intent {
    case .undo: return inSpace(MoveUpdate.self) { $0.undo(layer) }
    case .redo: return inSpace(MoveUpdate.self) { $0.redo(layer) }
    case .rollBackAnchor, .rollBackSpace, .deleteAnchor, .editMetadata, .moveAnchor, .addAnchor,
      .write, .drop:
      return nothing()
    }
  }

  mutating func perform(_ intent: RowIntent) -> [Effect] {
    switch layers.last {
    case .help(let scroll): return scrollHelp(intent, from: scroll)
    case .plan(let dialog): return scroll(dialog, intent)
    case .savedDraft(let offer): return inSpace(OfferUpdate.self) { $0.perform(intent, offer) }
    case .move, .prompt: return nothing()
    case nil:
      return view == nil
        ? performInPicker(intent) : inSpace(ListUpdate.self) { $0.perform(intent) }
    }
  }
}
