import HyperbasisCanvas

// What cannot be read is said, and what was shown stays: a log that somebody cut under an open space
// must not look like one without anchors.

/// Where in a space a person stands: what decides what has to be read.
struct Standpoint: Sendable {
  let time: TimeState
  let compare: CompareState
  let lists: ListState
  let map: MapState
}

extension State {
  /// Remembers what is on screen now, to which a step goes back that leads to what cannot be read.
  mutating func beginReading(_ input: Input) {
    // What failed in the last picture is what this input tells of.
    if case .unreadable = input { return }
    guard let view, view.data.takeReadFailure() == nil else { return }
    self.view?.shown = Standpoint(
      time: view.time, compare: view.compare, lists: view.lists, map: view.map)
  }

  /// Says that something could not be read, and goes back to what was shown.
  mutating func noteUnreadable() {
    guard let reason = view?.data.takeReadFailure() else { return }
    message = .error("the log cannot be read, so the screen stays as it was: \(reason)")
    guard let shown = view?.shown else { return }
    view?.time = shown.time
    view?.compare = shown.compare
    view?.lists = shown.lists
    view?.map = shown.map
    view?.time.play.isRunning = false
  }
}
