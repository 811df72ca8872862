package import Foundation
package import Hyperbasis
package import HyperbasisCanvas

/// All that the time machine knows; a value that only ``update(_:_:at:)`` changes.
package struct State: Sendable {
  package var size: TerminalSize
  /// The clock as of the latest input.
  package var now: HBInstant
  package var settings: Settings
  package var keymap: Keymap
  package var picker = Picker()
  /// The open space; nil while the list of spaces is shown.
  package var view: SpaceView?
  /// The space that is being opened.
  package var opening: UUID?
  /// The DATE to open the next space at.
  package var openingDate: DateExpression?
  /// What was typed before the store answered.
  package var typedAhead: [Key] = []
  /// From the lowest to the one on top.
  package var layers: [Layer] = []
  package var message: Message?
  package var write: WriteProgress?
  /// What was asked for of a large space and is being looked for.
  package var choice: Choice?
  package var isTimerRunning = false
  package var drag: Drag?
  /// How the open space was looked at when it was opened or remembered last.
  package var remembered: RememberedView?
  /// Whether there is a cloud to sync with.
  package var hasCloud = false
  /// How syncing stands; nil without a cloud, and until it has been read.
  package var cloud: CloudState?
  /// Why there is no cloud, and what to do for one.
  package var cloudObstacle: TerminalText = "no cloud is configured; hyperbasis doctor says how"
  /// Whether a sync that was asked for is under way.
  package var isSyncing = false
  /// Whether it was said that leaving loses the draft.
  package var isWarnedOfDraft = false

  package init(
    size: TerminalSize, now: HBInstant, settings: Settings = Settings(),
    keymap: Keymap = .standard, date: DateExpression? = nil
  ) {
    self.size = size
    self.now = now
    self.settings = settings
    self.keymap = keymap
    openingDate = date
  }
}

/// A search or a filter on its way.
package struct Choice: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case find, filter
    /// The next match of the search.
    case next(Direction)
  }

  package let purpose: Purpose
  package let filter: EventFilter
}

/// A change on its way: first planned, then written.
package struct WriteProgress: Sendable {
  package enum Step: Sendable {
    case planning
    case writing(HBPlan)
  }

  package var write: PlannedWrite
  package var step: Step
  /// Whether an earlier plan met a log that had moved on.
  package var isRenewed = false
  /// Whether a draft that was planned over a newer log was laid over that.
  package var isRefreshed = false
}

extension State {
  /// The effects with which a session starts: the list of spaces, or one space at once.
  package mutating func start(space: UUID?) -> [Effect] {
    guard let space else { return [.loadSpaces] }
    opening = space
    return [.openSpace(space)]
  }

  package var timeText: TimeText { TimeText(zone: settings.zone) }

  /// An instant in the zone of the screen, to the millisecond.
  package func text(_ instant: HBInstant) -> TerminalText {
    let fraction: TimeText.Fraction = instant.fraction < 1000 ? .never : .digits(3)
    return TerminalText(timeText.text(instant, fraction: fraction))
  }

  /// The scopes in which a key is looked up, the nearest first.
  package var scopes: [Scope] {
    switch layers.last {
    case .help: [.help, .everywhere]
    case .plan: [.dialog, .everywhere]
    case .move: [.move, .everywhere]
    case .savedDraft: [.offer, .everywhere]
    case .prompt: [.everywhere]
    case nil:
      view.map { [$0.focus == .plan ? .plan : .list, .space, .everywhere] }
        ?? [.spaces, .everywhere]
    }
  }
}
