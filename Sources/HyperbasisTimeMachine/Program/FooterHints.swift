import HyperbasisCanvas
import HyperbasisHistory

/// A part of the footer: one word, and the intents that it stands for.
struct FooterHint {
  let label: TerminalText
  let intents: [Intent]

  init(_ label: TerminalText, _ intents: Intent...) {
    self.label = label
    self.intents = intents
  }

  private init(label: TerminalText, intents: [Intent]) {
    self.label = label
    self.intents = intents
  }

  /// Returns the hint with another label, if it stands for a single given intent.
  fileprivate func naming(_ intent: Intent, _ label: TerminalText) -> FooterHint {
    intents == [intent] ? FooterHint(label: label, intents: intents) : self
  }
}

/// The hints of the footer about keys that work now, the most important first.
struct FooterHints {
  let state: State

  /// The hints, of which as many are shown as fit.
  var hints: [FooterHint] {
    switch state.layers.last {
    case .help: Self.helpHints
    case .plan(let dialog): Self.hints(dialog)
    case .importing: Self.importHints
    case .prompt: []
    case .move: Self.moveHints
    case .savedDraft: Self.offerHints
    case .bookmarks: Self.bookmarkHints
    case nil where state.isAwaitingStore: []
    case nil where state.view == nil && state.picker.isEmpty: Self.emptyHints
    case nil: state.view.map(hints(in:)) ?? Self.pickerHints
    }
  }

  /// Help and the way out, which get their room before all others.
  var lastHints: [FooterHint] {
    switch state.layers.last {
    case .help, .prompt, .plan, .bookmarks, .importing: []
    case .move, .savedDraft: [Self.helpHint]
    case nil where state.isAwaitingStore: [Self.quitHint]
    case nil: [Self.helpHint, Self.quitHint]
    }
  }

  /// The replies to a question, which no message may hide, not even one of them.
  var replyHints: ArraySlice<FooterHint> {
    switch state.layers.last {
    case .plan, .importing: hints.prefix(2)
    case .savedDraft: hints.prefix(3)
    case .bookmarks: hints.prefix(1)
    case .help, .prompt, .move, nil: []
    }
  }

  /// Returns the hints in an open space: what is unusual now comes first, and nothing is repeated.
  private func hints(in view: SpaceView) -> [FooterHint] {
    let scrub = Self.spaceHints[0]
    var hints: [FooterHint] = []
    if view.editing.hasDraft { hints += Self.draftHints }
    if view.time.play.isRunning { hints += Self.playHints }
    hints += listHints(in: view)
    hints.append(view.instant == nil ? Self.addHint : scrub)
    if view.compare.mode != .off { hints += Self.comparisonHints }
    if view.lists.focus == .map { hints += Self.mapHints }
    if !view.isAtEnd { hints += Self.pastHints }
    var said: Set<Intent> = []
    let end = state.endWord(of: view).label
    return (hints + Self.spaceHints).map { $0.naming(.time(.goToEnd), end) }.filter { hint in
      let isNew = !hint.intents.allSatisfy(said.contains)
      said.formUnion(hint.intents)
      return isNew
    }
  }
}

extension FooterHints {
  /// Returns the actions for the selected row of the list in front.
  private func listHints(in view: SpaceView) -> [FooterHint] {
    var hints: [FooterHint] = []
    if view.lists.movesInOperations, (view.data.operations?.count ?? 0) > 0 {
      hints += Self.operationHints
    }
    if view.lists.movesInShifts {
      if !view.listedShifts.isEmpty { hints += Self.shiftHints }
      if (view.data.drift?.otherCount ?? 0) > 0 { hints.append(Self.allMotionsHint) }
    }
    let hasHistory = view.lists.movesInHistory && view.historyEvents.count > 0
    let offersVisit = hints.contains { $0.intents == Self.historyHint.intents }
    if hasHistory || view.matchElsewhere != nil && !offersVisit { hints.append(Self.historyHint) }
    if hasHistory { hints.append(Self.rowHint) }
    return hints
  }

  private static let helpHint = FooterHint("help", .program(.help))
  private static let quitHint = FooterHint("quit", .program(.close))
  private static let addHint = FooterHint("add", .draft(.addAnchor))
  private static let operationHints = [
    FooterHint("undo", .draft(.undo)), FooterHint("undo this one", .draft(.rollBackAnchor)),
    historyHint, rowHint,
  ]
  private static let shiftHints = [
    historyHint, FooterHint("take it out", .draft(.rollBackAnchor)),
    FooterHint("bring the rest along", .draft(.rollBackSpace)), rowHint,
  ]
  private static let allMotionsHint = FooterHint("all groups", .list(.toggleDeleted))
  private static let historyHint = FooterHint("go there", .rows(.activate))
  private static let rowHint = FooterHint("row", .rows(.step(.forward)), .rows(.step(.back)))

  private static let draftHints = [
    FooterHint("write", .draft(.write)), FooterHint("drop", .draft(.drop)),
    FooterHint("undo", .draft(.undo)),
  ]

  private static let comparisonHints = [
    FooterHint("change", .compare(.next(.back)), .compare(.next(.forward))),
    FooterHint("compare", .compare(.cycleDiff)),
    FooterHint("side by side", .compare(.toggleSideBySide)),
    FooterHint("threshold", .compare(.cycleThreshold)),
    FooterHint("shift", .compare(.compensateShift)),
  ]

  private static let playHints = [
    FooterHint("pause", .time(.togglePlay)),
    FooterHint("speed", .time(.changeSpeed(.back)), .time(.changeSpeed(.forward))),
    FooterHint("direction", .time(.reversePlay)),
  ]

  private static let pastHints = [
    FooterHint("now", .time(.goToEnd)), FooterHint("roll back", .draft(.rollBackAnchor)),
    FooterHint("roll back space", .draft(.rollBackSpace)),
  ]

  private static let mapHints = [
    FooterHint("zoom", .map(.zoom(.forward)), .map(.zoom(.back))), FooterHint("fit", .map(.fit)),
    FooterHint(
      "pan", .map(.pan(.left)), .map(.pan(.down)), .map(.pan(.up)), .map(.pan(.right))),
    FooterHint("colours", .map(.cycleColoring)), FooterHint("trails", .map(.cycleTrails)),
  ]

  private static let spaceHints: [FooterHint] = [
    FooterHint("scrub", .time(.stepPosition(.back)), .time(.stepPosition(.forward))),
    FooterHint("event", .time(.stepInstant(.back)), .time(.stepInstant(.forward))),
    FooterHint("now", .time(.goToEnd)),
    FooterHint("diff", .compare(.cycleDiff)),
    FooterHint("marks", .compare(.markA), .compare(.markB)),
    FooterHint("roll back", .draft(.rollBackAnchor)),
    FooterHint("roll back space", .draft(.rollBackSpace)),
    FooterHint("undo", .draft(.undo)),
    FooterHint("next", .compare(.next(.forward))),
    FooterHint("pane", .list(.focusPane(.forward))),
    FooterHint("play", .time(.togglePlay)),
    FooterHint("date", .time(.askDate)),
    FooterHint("find", .list(.find)),
    FooterHint("sync", .program(.sync)),
    FooterHint("filter", .list(.filter)),
    FooterHint("move", .draft(.moveAnchor)),
    FooterHint("edit", .draft(.editMetadata)),
    FooterHint("spaces", .program(.backToSpaces)),
  ]

  /// The hints if there is no space to open.
  private static let emptyHints = [
    FooterHint("commands", .program(.commandLine)), FooterHint("sync", .program(.sync)),
  ]

  private static let pickerHints: [FooterHint] = [
    FooterHint("choose", .rows(.step(.back)), .rows(.step(.forward))),
    FooterHint("open", .rows(.activate)),
    FooterHint("filter", .picker(.filter)),
    FooterHint("sort", .picker(.cycleOrder)),
    FooterHint("sync", .program(.sync)),
  ]

  private static func hints(_ dialog: PlanDialog) -> [FooterHint] {
    let other: TerminalText =
      dialog.plan.crossed?.frame == .now ? "as it was then" : "where it is today"
    return [
      FooterHint("do it", .dialog(.confirm)),
      FooterHint("cancel", .dialog(.decline)),
      FooterHint(other, .dialog(.switchFrame)),
      FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
    ]
  }

  private static let importHints = [
    FooterHint("do it", .dialog(.confirm)), FooterHint("cancel", .dialog(.decline)),
    FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
  ]

  private static let offerHints: [FooterHint] = [
    FooterHint("continue", .dialog(.resumeDraft)),
    // Before the hint that drops the draft, which must not be shown if this one has no room.
    FooterHint("later", .dialog(.decline)),
    FooterHint("drop", .dialog(.discardDraft)),
    FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
  ]

  private static let bookmarkHints: [FooterHint] = [
    FooterHint("go there", .rows(.activate)),
    FooterHint("remove", .bookmark(.remove)), FooterHint("bring back", .bookmark(.putBack)),
    FooterHint("choose", .rows(.step(.back)), .rows(.step(.forward))),
    FooterHint("close", .program(.leave)),
  ]

  private static let moveHints: [FooterHint] = [
    FooterHint(
      "1 cm", .move(.nudge(.left)), .move(.nudge(.right)), .move(.nudge(.up)), .move(.nudge(.down))),
    FooterHint("keep", .move(.stage)),
    FooterHint("cancel", .program(.leave)),
    FooterHint("type", .move(.typePlace)),
    FooterHint("height", .move(.lift(.forward)), .move(.lift(.back))),
    FooterHint("turn", .move(.turn(.forward)), .move(.turn(.back))),
  ]

  private static let helpHints: [FooterHint] = [
    FooterHint("scroll", .rows(.step(.back)), .rows(.step(.forward))),
    FooterHint("close", .program(.close)),
    FooterHint("search", .program(.searchHelp)),
    FooterHint("page", .rows(.page(.forward))),
  ]
}
