import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// Moves through time: steps, dates, playback and the time bar.
struct TimeUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: TimeIntent) {
    switch intent {
    case .stepPosition(let direction): step(positions: direction.sign)
    case .stepTenPositions(let direction): step(positions: 10 * direction.sign)
    case .stepInstant(let direction): stepInstant(direction)
    case .stepSignificantDate(let direction): stepSignificantDate(direction)
    case .goToStart: if let start = view.index.start { view.move(to: start) }
    case .goToEnd:
      view.time.play.isRunning = false
      view.move(to: .end)
    case .askDate: open(.prompt(Prompt(.date)))
    case .togglePlay: togglePlay()
    case .changeSpeed(let direction): changeSpeed(direction)
    case .reversePlay: reversePlay()
    case .toggleLoop:
      view.time.play.loops.toggle()
      note(view.time.play.loops ? "play loops from A to B" : "no loop")
    case .zoomBar(let direction): zoomBar(direction)
    case .cycleBar: show(view.time.bar.mode.following)
    case .cycleBarLine: show(view.time.bar.line.following)
    }
  }

  /// Returns why an intent can do nothing now; nil if it can.
  func refusal(of intent: TimeIntent) -> TerminalText? {
    switch intent {
    case .askDate, .zoomBar, .cycleBarLine: return lackOfEvents
    case .togglePlay where view.time.play.isRunning: return nil
    case .stepPosition, .stepTenPositions, .stepInstant, .stepSignificantDate, .togglePlay:
      return lackOfEvents ?? (view.steppedEvents.isEmpty ? lackOfMatches : nil)
    case .goToStart:
      let isThere = view.instant == view.index.start && !view.time.play.isRunning
      return lackOfEvents ?? (isThere ? "this is already the start" : nil)
    case .goToEnd:
      let isThere = view.isAtEnd && !view.time.play.isRunning
      return lackOfEvents ?? (isThere ? "this is already the end" : nil)
    case .toggleLoop: return lackOfMarks
    case .changeSpeed, .reversePlay, .cycleBar: return nil
    }
  }

  private var lackOfMatches: TerminalText {
    view.narrowedSlot == nil
      ? "no event passes the filter" : "no event of \(view.selectionName) passes the filter"
  }
}

// MARK: - Steps

extension TimeUpdate {
  private mutating func step(positions: Int) {
    guard let instant = view.instant else { return }
    let bar = view.timeBar(layout)
    go(to: bar.instant(from: instant, steps: positions, beyondWindowIn: view.times), positions < 0)
  }

  private mutating func stepInstant(_ direction: Direction) {
    guard let instant = view.instant else { return }
    let events = view.steppedEvents
    let isBack = direction == .back
    go(
      to: isBack ? events.previousInstant(before: instant) : events.nextInstant(after: instant),
      isBack)
  }

  private mutating func stepSignificantDate(_ direction: Direction) {
    guard let instant = view.instant else { return }
    let dates = view.significantDates(in: settings.zone)
    let isBack = direction == .back
    let day = isBack ? dates.previous(before: instant) : dates.next(after: instant)
    let bookmark =
      isBack ? view.bookmarks.previous(before: instant) : view.bookmarks.next(after: instant)
    let drift = view.data.drift
    let shift = isBack ? drift?.previous(before: instant) : drift?.next(after: instant)
    let targets = [day, bookmark, shift?.instant].compactMap { $0 }
    guard let target = isBack ? targets.max() : targets.min() else {
      return sayWhereSignificantDatesEnd(direction, from: instant)
    }
    hand(to: BookmarkUpdate.self) { $0.visit(target) }
    guard let shift, shift.instant == target else { return }
    let what: TerminalText = shift.role.isShift ? "shift" : shift.text.verdict
    let text: TerminalText = "\(what): \(shift.text.sentence)"
    transition.message = transition.message?.followed(by: text) ?? .note(text)
  }

  private mutating func sayWhereSignificantDatesEnd(
    _ direction: Direction, from instant: HBInstant
  ) {
    let (isBack, events) = (direction == .back, view.steppedEvents)
    let next = isBack ? events.previousInstant(before: instant) : events.nextInstant(after: instant)
    guard next != nil else { return go(to: nil, isBack) }
    let step = label(of: .time(.stepInstant(direction)))
    note(
      "no \(isBack ? "earlier" : "later") first event of a day, bookmark or shift; "
        + "\(step) steps by events")
  }

  /// Goes to the target of a step; if there is none, says that this is the edge.
  private mutating func go(to target: HBInstant?, _ isBack: Bool) {
    view.time.play.isRunning = false
    if let target { return view.move(to: target) }
    let isNarrowed = view.narrowedSlot != nil || view.lists.filter != nil
    note("this is the \(isBack ? "first" : "last") \(isNarrowed ? "matching event" : "event")")
  }

  /// Goes to the date that the space was opened at.
  mutating func start(at date: DateExpression) {
    // Nothing was on screen before: the date means what it means on the command line.
    var context = DateExpression.Context(view, settings, now: transition.now)
    context.cursor = nil
    go(to: date, in: context)
  }

  /// Goes to a date that the user typed, and says where that led if it lies outside.
  mutating func go(to date: DateExpression) {
    go(to: date, in: DateExpression.Context(view, settings, now: transition.now))
  }

  private mutating func go(to date: DateExpression, in context: DateExpression.Context) {
    do {
      let instant = try date.instant(in: context)
      view.time.play.isRunning = false
      view.move(to: instant)
      guard let outside = view.outsideText(instant, settings) else { return }
      // That the present is after the last event goes without saying.
      let isPresent = date.isNow && view.isAtEnd
      note(
        isPresent ? "this is the end" : "\(outside); this is the \(view.isAtEnd ? "end" : "first")")
    } catch {
      transition.message = .error(TerminalText(error.errorDescription ?? "this is not a date"))
    }
  }
}

extension SpaceView {
  /// Says that a date lies outside the history; nil if it does not.
  func outsideText(_ instant: HBInstant, _ settings: Settings) -> TerminalText? {
    if let start = index.start, instant < start {
      return "\(settings.text(instant)) is before the first event"
    }
    guard let end = index.end, instant > end else { return nil }
    return "\(settings.text(instant)) is after the last event"
  }
}

extension DateExpression.Context {
  init(_ view: SpaceView?, _ settings: Settings, now: HBInstant) {
    self.init(
      now: now, start: view?.index.start, end: view?.index.end, zone: settings.zone,
      cursor: view?.instant)
  }
}

// MARK: - Play

extension TimeUpdate {
  private mutating func togglePlay() {
    if view.time.play.isRunning {
      view.time.play.isRunning = false
      return note("paused")
    }
    var playback = Playback(view)
    playback.start()
    view.time = playback.time
  }

  private mutating func changeSpeed(_ direction: Direction) {
    guard let speed = view.time.play.speed.next(direction) else {
      let which: TerminalText = direction == .forward ? "fastest" : "slowest"
      return note("\(view.time.play.speed.text) is the \(which) speed")
    }
    setSpeed(speed)
  }

  mutating func setSpeed(_ speed: PlaySpeed) {
    view.time.play.speed = speed
    view.time.play.remainder = 0
    note("speed \(speed.text)")
  }

  private mutating func reversePlay() {
    let direction = view.time.play.direction.opposite
    view.time.play.direction = direction
    view.time.play.remainder = 0
    note(direction == .forward ? "play forward" : "play backward")
  }

  /// Lets time run for a number of microseconds of the clock.
  mutating func play(for microseconds: Int64) {
    guard view.time.play.isRunning, microseconds > 0 else { return }
    // A filter may have been set meanwhile.
    if view.index.count > 0, view.steppedEvents.isEmpty {
      view.time.play.isRunning = false
      return note(lackOfMatches)
    }
    var playback = Playback(view)
    // After a suspension there is nothing to catch up with.
    if playback.advance(by: Double(min(microseconds, 1_000_000)) / 1_000_000) {
      view.lists.historyRow = nil
      view.lists.shift = nil
    }
    view.time = playback.time
    if !view.time.play.isRunning {
      note(view.time.play.direction == .forward ? "the end" : "the start")
    }
  }
}

// MARK: - The time bar

extension TimeUpdate {
  mutating func show(_ mode: TimeBarMode) {
    view.time.bar.mode = mode
    view.time.bar.isModeChosen = true
    switch mode {
    case .time: note("time bar: by time")
    case .cut: note("time bar: by time, gaps cut out")
    case .event: note("time bar: by event")
    }
  }

  mutating func show(_ line: BarLine) {
    view.time.bar.line = line
    note(line.text(endWord))
  }

  /// Cuts gaps out of the bar if an event has made one that takes most of it, unless the user has
  /// chosen the mode of the bar.
  mutating func cutNewGap() {
    guard !view.time.bar.isModeChosen, view.time.bar.mode == .time, view.suitingBarMode == .cut,
      let silence = view.allTimes.longestSilence(within: nil)
    else { return }
    view.time.bar.mode = .cut
    let length = TerminalText(
      DurationText.short(from: silence.lowerBound, to: silence.upperBound))
    let key = label(of: .time(.cycleBar))
    // The message on the change that made the gap stays, and leaves room for few words.
    transition.message =
      transition.message?.followed(by: "the bar skips \(length); \(key) changes it")
      ?? .note("the time bar leaves out \(length) without events; \(key) changes that")
  }

  mutating func zoomBar(_ direction: Direction) {
    guard let cursor = view.instant else { return }
    let bar = view.timeBar(layout)
    let former = view.time.bar.window
    let window =
      direction == .forward
      ? bar.zoomedIn(about: cursor) : bar.zoomedOut(about: cursor, times: view.barTimes)
    view.time.bar.window = window
    if let window, window != former {
      let length = DurationText.text(from: window.lowerBound, to: window.upperBound)
      note("the bar shows \(TerminalText(length))")
    } else {
      note(direction == .forward ? "this is as close as it gets" : "the bar shows all time")
    }
  }
}
