package import HyperbasisTimeMachine

/// A part of the way from something that happens to the picture of it.
package enum FrameStage: Int, CaseIterable, Sendable {
  /// From the event to the state that follows from it.
  case update
  /// From the state to a frame.
  case render
  /// From the frame to the terminal.
  case present
}

/// Learns when the loop draws, for those who measure it; the program itself has none.
package protocol FrameObserver: AnyObject {
  /// Something happened that the next frame shows.
  ///
  /// - Parameter cause: the name of a key, or what else happened in parentheses.
  func begin(_ cause: @autoclosure () -> String)
  /// A stage has ended.
  func lap(_ stage: FrameStage)
  /// The frame is on its way to the person.
  ///
  /// - Parameters:
  ///   - isWaiting: Whether the store has still to answer.
  ///   - state: What the frame shows.
  func finish(isWaiting: Bool, _ state: State)
}
