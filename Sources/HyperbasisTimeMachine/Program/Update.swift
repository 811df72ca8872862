import HyperbasisCanvas
package import HyperbasisHistory

/// Changes the state according to an input, and returns the effects to perform outside.
///
/// - Parameter now: The time of the clock; the time machine has none of its own.
package func update(_ state: inout State, _ input: Input, at now: HBInstant) -> [Effect] {
  state.now = now
  // This input reports a read failure in the last picture, which is therefore not one to return to.
  if case .unreadable = input {} else { state.view?.rememberStandpoint() }
  var effects = state.handle(input)
  state.settle()
  if let reason = state.view?.returnFromUnreadable() {
    state.message = .error("the log cannot be read, so the screen stays as it was: \(reason)")
  }
  if input.respondsToTyping { effects += state.catchUp() }
  return effects + state.countEffects() + state.readingEffects() + state.timerEffects()
}

// The state passes everything to the part concerned: the picker, the cloud, the layer on top, or an area
// of the open space.

extension State {
  fileprivate mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .terminal(let event): return handle(event)
    case .spacesLoaded(let result):
      message = picker.receive(result) ?? message
      return picker.askCloud(sync)
    case .cloudSpacesLoaded(let result):
      if let words = picker.receive(cloud: result), tellsOfUnlistedCloud { message = words }
    case .spacePulled(let id, let result):
      let (effects, words) = picker.receive(pulled: id, result)
      message = words ?? message
      return effects
    case .snapshotLoaded(let result): return receive(result)
    case .spaceLost(let id, let loss):
      let removal = sync.removal(of: id)
      return inSpace(FollowUpdate.self) { $0.note(loss, of: id, elsewhere: removal) }
    case .prepared(let filter):
      return inSpace(FindUpdate.self) { $0.finishPreparing(filter) }
    case .counted: view?.time.counting = nil
    case .logRead: view?.lists.reading = nil
    case .importSurveyed(let result): finishSurvey(result)
    case .imported(let result): return finishImport(result)
    case .planReady(let result):
      return inSpace(WriteUpdate.self) { $0.finishPlanning(result) }
    case .executed(let result):
      return inSpace(WriteUpdate.self) { $0.finishWriting(result) }
    case .tick(let microseconds):
      return inSpace(TimeUpdate.self) { $0.play(for: microseconds) }
    case .bookmarked(let request, let spaceId, let result):
      return inSpace(BookmarkUpdate.self) { $0.finish(request, spaceId: spaceId, result) }
    case .recalled(let recollection):
      return inSpace(MemoryUpdate.self) { $0.resume(recollection) }
    case .cloudChanged(let status):
      let view = view
      message =
        sync.receive(status, keymap, settings) { view?.liveAnchor($0)?.shortLabel } ?? message
      if sync.isOver(message) { message = nil }
    case .synced(let result):
      let view = view
      message = sync.finish(result, in: view?.data.id, settings) {
        view?.liveAnchor($0)?.shortLabel
      }
      // The list of the cloud may have changed.
      picker.hasAskedCloud = false
      return view == nil ? picker.askCloud(sync) : []
    case .unreadable: break
    case .copied(.success(let text)): message = .note("copied \(text)")
    case .copied(.failure(let failure)): message = .error(failure.text)
    }
    return []
  }

  /// Whether the user should learn that the cloud's spaces could not be listed, because nothing on screen
  /// says why.
  private var tellsOfUnlistedCloud: Bool {
    view == nil && (picker.isEmpty || sync.status?.failure == nil)
  }

  private mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let key):
      guard isAwaitingStore, let waiting = picker.keepForLater(key, keymap) else {
        return handle(key)
      }
      message = waiting
    case .mouse(let event): return isUnseen ? [] : handle(event)
    case .paste(let text): if !isUnseen { paste(text) }
    case .resize(let size):
      self.size = size
      if message?.topic == .layout { message = nil }
    case .terminate, .closed: return end()
    case .suspend: return [.suspend]
    case .resumed: return [.redraw]
    case .background(let isLight):
      let background: Theme.Background = isLight ? .light : .dark
      guard background != settings.background else { return [] }
      settings.background = background
      return [.setBackground(background)]
    case .focus, .wake: break
    }
    return []
  }

  private mutating func receive(_ result: Result<SpaceData, Failure>) -> [Effect] {
    switch result {
    case .failure(let failure):
      picker.giveUpOpening()
      message = .error(failure.text)
      return view == nil && picker.spaces == nil ? [.loadSpaces] : []
    case .success(let data):
      if view?.data.id == data.id, picker.opening != data.id {
        return inSpace(FollowUpdate.self) { $0.follow(data) }
      }
      guard picker.opening == data.id || (view == nil && picker.opening == nil) else { return [] }
      return open(data) + [.recall(data.id), .bookmarks(.load, spaceId: data.id)]
    }
  }

  private mutating func open(_ data: SpaceData) -> [Effect] {
    layers = []
    view = SpaceView(data: data)
    if let opening = openingMessage(data) {
      // A warning comes from before there was a space, such as one about a line of the configuration.
      message = message?.kind == .warning ? message?.followed(by: opening.text) : opening
    }
    guard let date = picker.finishOpening() else { return [] }
    return inSpace(TimeUpdate.self) { $0.start(at: date) }
  }

  /// Brings everything that depends on other parts of the state back in line with them.
  fileprivate mutating func settle() {
    let (layout, settings, keymap) = (layout, settings, keymap)
    view?.settle(layout, settings, keymap)
    if view == nil { picker.settle(page: layout.pickerPage) }
  }

  /// Requests the counts for the second line of the time bar, if counting takes too long while drawing.
  fileprivate mutating func countEffects() -> [Effect] {
    guard let view, let key = view.uncounted, view.time.counting == nil else { return [] }
    self.view?.time.counting = key
    return [.count(key, view.data)]
  }

  /// Requests a reading of the log for a list, if that takes too long while drawing.
  fileprivate mutating func readingEffects() -> [Effect] {
    guard let view, view.lists.reading == nil, let reading = view.awaitedReading(settings.coloring)
    else {
      return []
    }
    self.view?.lists.reading = reading
    return [.read(reading, view.data)]
  }

  /// Starts and stops the timer along with playback.
  fileprivate mutating func timerEffects() -> [Effect] {
    let isWanted = view?.time.play.isRunning ?? false
    guard isWanted != isTimerRunning else { return [] }
    isTimerRunning = isWanted
    return isWanted ? [.startTimer(perSecond: Self.ticksPerSecond)] : [.stopTimer]
  }

  private static let ticksPerSecond = 25
}

extension Input {
  /// Whether keys that wait for the store can be handled now: a space is complete only once its
  /// remembered view is known.
  fileprivate var respondsToTyping: Bool {
    switch self {
    case .spacesLoaded, .recalled: true
    case .terminal, .snapshotLoaded, .spaceLost, .prepared, .planReady, .executed, .tick,
      .copied, .unreadable, .cloudChanged, .synced, .cloudSpacesLoaded, .spacePulled, .bookmarked,
      .counted, .logRead,
      .importSurveyed, .imported:
      false
    }
  }
}

// MARK: - Keys

extension State {
  private mutating func handle(_ key: Key) -> [Effect] {
    message = nil
    if isUnseen { return handleUnseen(key) }
    if case .prompt(var prompt) = layers.last {
      if let outcome = prompt.update(key, commandLine) { return finish(outcome, of: prompt) }
    } else {
      forgetWarning(before: keymap.intent(for: key, in: scopes))
    }
    if case .plan = layers.last {
      var isTyped = false
      let effects = inSpace(DialogUpdate.self) { isTyped = $0.type(key) }
      if isTyped { return effects }
    }
    guard let intent = keymap.intent(for: key, in: scopes) else {
      message = .note("\(unboundText(key)); \(keymap.label(of: .program(.help))) lists the keys")
      return []
    }
    return perform(intent)
  }

  private func unboundText(_ key: Key) -> TerminalText {
    let label = keymap.text(of: key, charset: settings.charset)
    let other = keymap.bindings.first { $0.keys.contains(key) && $0.scope != .dialog }
    guard let other, layers.isEmpty else { return "\(label) does nothing here" }
    switch other.scope {
    case .map: return "\(label) works on the plan (\(keymap.label(of: .list(.focusMap))))"
    case .list:
      return "\(label) works in a list (\(keymap.label(of: .list(.showTab(.anchors)))))"
    case .space: return "\(label) works in an open space"
    case .everywhere, .spaces, .dialog, .move, .offer, .help, .bookmarks:
      return "\(label) does nothing here"
    }
  }

  private mutating func finish(_ outcome: Prompt.Outcome, of prompt: Prompt) -> [Effect] {
    switch outcome {
    case .editing: layers.replaceTop(.prompt(prompt))
    case .dismissed:
      layers.removeLast()
      forgetWarning(before: nil)
    case .accepted(let command):
      layers.removeLast()
      if prompt.purpose == .command { history.add(prompt.editor.text) }
      return run(command)
    }
    return []
  }

  private mutating func run(_ command: ReadCommand) -> [Effect] {
    forgetWarning(before: command.intent)
    if let reason = refusal(of: command) {
      message = .note(reason)
      return []
    }
    return command.run(&self)
  }

  private mutating func paste(_ text: String) {
    guard case .prompt(var prompt) = layers.last else {
      let key = keymap.label(of: .program(.commandLine))
      message = .note("paste works where text is typed: after \(key)")
      return
    }
    prompt.insert(text)
    layers.replaceTop(.prompt(prompt))
  }

  private var commandLine: CommandLine {
    CommandLine(
      view: view, settings: settings, keymap: keymap, now: now, history: history,
      scopesOfLayer: layers.dropLast().last.map { scopes(of: $0) } ?? [])
  }
}

// MARK: - Typing ahead

extension State {
  /// Whether the list of spaces, or the requested space, is still being read.
  var isAwaitingStore: Bool { view == nil && layers.isEmpty && picker.isAwaitingStore }

  /// Handles the keys typed ahead, as far as the store's responses allow, and up to a key that would
  /// change the store: the user must see what a key changes.
  fileprivate mutating func catchUp() -> [Effect] {
    guard !picker.typedAhead.isEmpty, !isAwaitingStore else { return [] }
    // A key typed before a question appeared is not a reply to it.
    guard layers.isEmpty else {
      picker.typedAhead = []
      return []
    }
    var effects: [Effect] = []
    while let key = picker.typedAhead.first, !isAwaitingStore {
      picker.typedAhead.removeFirst()
      let before = self
      let asked = handle(key)
      settle()
      if asked.contains(where: \.isAboutChange) {
        self = before
        leaveUndone(key)
      } else {
        effects += asked
      }
    }
    return effects
  }

  private mutating func leaveUndone(_ key: Key) {
    picker.typedAhead = []
    layers = []
    let label = keymap.text(of: key, charset: settings.charset)
    message = .note(
      "\(label) was pressed before the space was shown and changed nothing; press it again")
  }
}

// MARK: - Intents

extension State {
  /// Performs an intent, or shows why it is unavailable.
  mutating func perform(_ intent: Intent) -> [Effect] {
    if let reason = refusal(of: intent) {
      message = .note(reason)
      return []
    }
    switch intent {
    case .time(let intent): return inFront(TimeUpdate.self) { $0.perform(intent) }
    case .compare(let intent): return inFront(CompareUpdate.self) { $0.perform(intent) }
    case .list(let intent): return inFront(ListUpdate.self) { $0.perform(intent) }
    case .picker(let intent): return perform(intent)
    case .map(let intent): return perform(intent)
    case .bookmark(let intent): return inSpace(BookmarkUpdate.self) { $0.perform(intent) }
    case .draft(let intent): return perform(intent)
    case .move(let intent):
      guard case .move(let layer) = layers.last else { return nothing() }
      return inSpace(MoveUpdate.self) { $0.perform(intent, layer) }
    case .rows(let intent): return perform(intent)
    case .dialog(let intent):
      if case .importing(let dialog) = layers.last { return perform(intent, dialog) }
      return view == nil ? nothing() : inSpace(DialogUpdate.self) { $0.perform(intent) }
    case .program(let intent): return perform(intent)
    }
  }

  /// Lets an area do its part, unless a layer covers the space.
  private mutating func inFront<Area: SpaceUpdate>(
    _ area: Area.Type, _ body: (inout Area) -> Void
  ) -> [Effect] {
    layers.isEmpty ? inSpace(area, body) : nothing()
  }

  /// Performs a map intent; while an anchor is moved, the viewpoint can still be changed.
  private mutating func perform(_ intent: MapIntent) -> [Effect] {
    if case .move = layers.last, intent == .cycleViewpoint {
      return inSpace(MapUpdate.self) { $0.perform(intent) }
    }
    return inFront(MapUpdate.self) { $0.perform(intent) }
  }

  mutating func nothing() -> [Effect] {
    message = moveFirst.map { .note($0) } ?? .nothing
    return []
  }

  private mutating func perform(_ intent: PickerIntent) -> [Effect] {
    guard layers.isEmpty else { return nothing() }
    switch intent {
    case .filter: layers.append(.prompt(Prompt(.spaces, text: picker.filter)))
    case .cycleOrder:
      picker.order = picker.order.following
      message = .note("spaces \(picker.order.text)")
    }
    return []
  }

  /// Performs a draft intent; while an anchor is moved, undo and redo apply to its nudges.
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
    case .help(var help):
      let first = intent.scrolled(
        from: help.scroll, rows: HelpLines.broken(for: self, help).count,
        page: max(1, layout.helpArea.rows))
      guard let first else { return nothing() }
      help.scroll = first
      layers.replaceTop(.help(help))
      return []
    case .plan, .savedDraft: return inSpace(DialogUpdate.self) { $0.scroll(intent) }
    case .importing(let dialog): return scroll(intent, dialog)
    case .bookmarks(let list):
      return inSpace(BookmarkUpdate.self) { $0.perform(intent, in: list) }
    case .move, .prompt: return nothing()
    case nil:
      return view == nil
        ? picker.update(intent, page: layout.pickerPage)
        : inSpace(ListUpdate.self) { $0.perform(intent) }
    }
  }
}
