import HyperbasisCanvas

/// Says in a line that time runs, which a screen shows; that it stops has a message.
enum PlayAnnouncement {
  static func line(from old: State?, to new: State) -> TerminalText? {
    guard let play = new.view?.time.play, play.isRunning, old?.view?.time.play.isRunning != true
    else { return nil }
    return "playing \(play.direction == .forward ? "forward" : "backward"), \(play.speed.text)"
  }
}
