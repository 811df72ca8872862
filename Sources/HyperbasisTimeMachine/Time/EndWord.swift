import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisModels

/// What the end of a history is called: now, unless events lie ahead of the clock. Then the end is later
/// than what the date `now` means.
struct EndWord {
  private let isAhead: Bool

  init(_ index: EventIndex, now: HBInstant) {
    // Synthetic events alone do not count as ahead.
    isAhead =
      index.end.map { $0 > now } == true && !index.ordinals(aheadOf: now).isEmpty
  }

  /// The word by itself, as in the footer.
  var label: TerminalText { isAhead ? "latest" : "now" }

  /// The word in a sentence: `3 differ from now`.
  var name: TerminalText { isAhead ? "the latest" : "now" }
}

extension State {
  func endWord(of view: SpaceView) -> EndWord { EndWord(view.index, now: now) }
}

extension SpaceUpdate {
  var endWord: EndWord { EndWord(view.index, now: transition.now) }
}
