package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisWording

/// The whole state of the time machine; a value that only ``update(_:_:at:)`` changes.
package struct State: Sendable {
  package var size: TerminalSize
  /// The clock as of the latest input.
  package var now: HBInstant
  @Indirect package var settings: Settings
  package var keymap: Keymap
  @Indirect package var picker = Picker()
  /// The open space; nil while the list of spaces is shown.
  @Indirect package var view: SpaceView? = nil
  /// The layers over the screen, the top one last.
  package var layers: [Layer] = []
  @Indirect package var message: Message? = nil
  @Indirect package var sync = SyncState()
  /// The commands typed earlier, which the user can bring back.
  @Indirect var history = PromptHistory()
  package var isTimerRunning = false

  /// - Parameter date: the DATE at which to open the first space.
  package init(
    size: TerminalSize, now: HBInstant, settings: Settings = Settings(),
    keymap: Keymap = .standard, date: DateExpression? = nil
  ) {
    self.size = size
    self.now = now
    self.settings = settings
    self.keymap = keymap
    picker.openingDate = date
  }
}

extension State {
  /// Returns the effects that start a session: load the list of spaces, or open one space directly.
  package mutating func start(space: UUID?) -> [Effect] {
    guard let space else { return [.loadSpaces] }
    picker.opening = space
    return [.openSpace(space)]
  }

  package var layout: Layout {
    Layout(
      size: size, focus: view?.lists.focus ?? .tab, barExtras: view?.barExtras ?? BarExtras(),
      mapShape: view?.mapShape ?? MapShape())
  }

  package var timeText: TimeText { settings.timeText }

  /// Returns an instant in the zone of the screen, to the microsecond.
  package func text(_ instant: HBInstant) -> TerminalText { settings.text(instant) }

  /// Returns ever shorter forms of an instant: without the zone, then without the fraction and the
  /// seconds, and without the year if that is the year of the date in view.
  func shorterTexts(_ instant: HBInstant) -> [TerminalText] {
    let (day, time) = (timeText.day(instant), timeText.time(instant))
    let isOfYearInView = view?.instant.map { timeText.day($0).prefix(4) == day.prefix(4) } ?? false
    let shortDay = isOfYearInView ? day.dropFirst(5) : day[...]
    // Two dates within one second differ only in the fraction.
    let whole = timeText.time(instant, fraction: .whenPresent)
    let exact = whole == time ? [] : ["\(day) \(whole)", "\(shortDay) \(whole)"]
    return [text(instant)] + exact.map { TerminalText($0) } + [
      TerminalText("\(day) \(time)"),
      TerminalText("\(shortDay) \(time.prefix(5))"),
    ] + (isOfYearInView ? [] : [TerminalText(day)])
  }

  /// The scopes in which a key is looked up, the nearest first.
  package var scopes: [Scope] { scopes(of: layers.last) }

  /// Returns the scopes while a layer is on top.
  func scopes(of layer: Layer?) -> [Scope] {
    switch layer {
    case .help: [.help, .everywhere]
    case .plan, .importing: [.dialog, .everywhere]
    case .move: [.move, .everywhere]
    case .savedDraft: [.offer, .everywhere]
    case .bookmarks: [.bookmarks, .everywhere]
    case .prompt: [.everywhere]
    case nil:
      view.map { [$0.lists.focus == .map ? .map : .list, .space, .everywhere] }
        ?? [.spaces, .everywhere]
    }
  }
}
