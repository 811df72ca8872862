package import HyperbasisTimeMachine

/// A stage on the way from an event to its picture.
package enum FrameStage: Int, CaseIterable, Sendable {
  /// From the event to the state that follows from it.
  case update
  /// From the state to a frame.
  case render
  /// From the frame to the terminal.
  case present
}

/// Is informed when the loop draws, for measurements; the program itself has none.
package protocol FrameObserver: AnyObject {
  /// Something happened that the next frame shows.
  ///
  /// - Parameter cause: the name of a key, or any other cause in parentheses.
  func begin(_ cause: @autoclosure () -> String)
  /// A stage has ended.
  func lap(_ stage: FrameStage)
  /// The frame is on its way to the person.
  ///
  /// - Parameters:
  ///   - isWaiting: whether the store has yet to reply.
  ///   - state: what the frame shows.
  func finish(isWaiting: Bool, _ state: State)
}
