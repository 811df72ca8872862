import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func performTime(_ intent: Intent) -> Bool {
    switch intent {
    case .stepPosition(let direction): step(positions: direction.sign)
    case .stepTenPositions(let direction): step(positions: 10 * direction.sign)
    case .stepInstant(let direction): stepInstant(direction)
    case .stepSignificantDate(let direction): stepSignificantDate(direction)
    case .goToStart: if let start = view?.index.start { move(to: start) }
    case .goToEnd: moveToEnd()
    case .askDate: layers.append(.prompt(Prompt(.date)))
    case .togglePlay: togglePlay()
    case .changeSpeed(let direction): changeSpeed(direction)
    case .reversePlay: reversePlay()
    case .toggleLoop: toggleLoop()
    case .zoomBar(let direction): zoomBar(direction)
    case .cycleBar: cycleBar()
    default: return false
    }
    return true
  }

  /// Moves the cursor to an instant, clamped to the history.
  mutating func move(to instant: HBInstant) {
    guard let cursor = view?.data.cursor(at: instant) else { return }
    view?.cursor = cursor
    view?.historyRow = nil
    if cursor == .end { view?.arrived = 0 }
  }

  private mutating func moveToEnd() {
    view?.play.isRunning = false
    view?.cursor = .end
    view?.historyRow = nil
    view?.arrived = 0
  }

  private mutating func step(positions: Int) {
    guard let view, let instant = view.instant else { return }
    self.view?.play.isRunning = false
    if let target = timeBar.instant(from: instant, steps: positions) {
      move(to: target)
    } else {
      message = .note(edgeText(positions < 0 ? .back : .forward))
    }
  }

  private mutating func stepInstant(_ direction: Direction) {
    guard let view, let instant = view.instant else { return }
    self.view?.play.isRunning = false
    let events = view.steppedEvents
    let target =
      direction == .back
      ? events.previousInstant(before: instant) : events.nextInstant(after: instant)
    if let target { move(to: target) } else { message = .note(edgeText(direction)) }
  }

  private mutating func stepSignificantDate(_ direction: Direction) {
    guard let view, let instant = view.instant else { return }
    self.view?.play.isRunning = false
    let dates = view.significantDates(in: settings.zone)
    let target =
      direction == .back ? dates.previous(before: instant) : dates.next(after: instant)
    if let target { move(to: target) } else { message = .note(edgeText(direction)) }
  }

  private func edgeText(_ direction: Direction) -> TerminalText {
    let narrowed = view?.narrowedSlot != nil || view?.filter != nil
    let what: TerminalText = narrowed ? "event of this choice" : "event"
    return direction == .back ? "this is the first \(what)" : "this is the last \(what)"
  }

  /// Goes to a date that somebody typed, and says where that led if it lies outside.
  mutating func go(to date: DateExpression) {
    guard let view else { return }
    let context = DateExpression.Context(
      now: now, start: view.index.start, end: view.index.end, zone: settings.zone)
    do {
      let instant = try date.instant(in: context)
      self.view?.play.isRunning = false
      move(to: instant)
      if let start = view.index.start, instant < start {
        message = .note("\(text(instant)) is before the first event; this is the first")
      } else if let end = view.index.end, instant > end {
        message = .note("\(text(instant)) is after the last event; this is the end")
      }
    } catch {
      message = .error(TerminalText(error.errorDescription ?? "this is no date"))
    }
  }
}
