import HyperbasisCanvas

/// Announces in one line that time runs, which a screen would show; a message says when it stops.
enum PlayAnnouncement {
  static func line(from old: State?, to new: State) -> TerminalText? {
    guard let play = new.view?.time.play, play.isRunning, old?.view?.time.play.isRunning != true
    else { return nil }
    return "playing \(play.direction == .forward ? "forward" : "backward"), \(play.speed.text)"
  }
}
