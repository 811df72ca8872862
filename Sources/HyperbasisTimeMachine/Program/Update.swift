package import Hyperbasis
import HyperbasisCanvas

/// Changes the state by what happened, and says what is to be done outside.
///
/// - Parameter now: The clock; the time machine has none of its own.
package func update(_ state: inout State, _ input: Input, at now: HBInstant) -> [Effect] {
  state.now = now
  var effects = state.handle(input)
  state.settle()
  if input.answersForTyping { effects += state.catchUp() }
  return effects + state.timerEffects()
}

extension State {
  fileprivate mutating func handle(_ input: Input) -> [Effect] {
    switch input {
    case .terminal(let event): return handle(event)
    case .spacesLoaded(let result): return finishLoadingSpaces(result)
    case .snapshotLoaded(let result): return finishLoading(result)
    case .spaceDeleted(let id): lose(space: id)
    case .prepared(let filter): finishPreparing(filter)
    case .planReady(let result): return finishPlanning(result)
    case .executed(let result): return finishWriting(result)
    case .tick(let microseconds): return play(for: microseconds)
    case .recalled(let recollection): take(recollection)
    case .cloudChanged(let cloud): take(cloud)
    case .synced(let result): finishSync(result)
    case .copied(.success(let text)):
      message = .note("copied \(text)")
    case .copied(.failure(let failure)):
      message = .error(failure.text)
    }
    return []
  }

  private mutating func handle(_ event: InputEvent) -> [Effect] {
    switch event {
    case .key(let key): return keepForLater(key) ? [] : handle(key)
    case .mouse(let event): return handle(event)
    case .paste(let text): return paste(text)
    case .resize(let size):
      self.size = size
      return []
    case .terminate, .closed: return endEffects()
    case .suspend: return [.suspend]
    case .resumed: return [.redraw]
    case .focus, .wake: return []
    }
  }

  private mutating func paste(_ text: String) -> [Effect] {
    guard case .prompt(var prompt) = layers.last else {
      message = .note("paste works where text is typed: after \(keymap.label(of: .commandLine))")
      return []
    }
    prompt.editor.insert(text)
    prompt.complaint = nil
    layers[layers.count - 1] = .prompt(prompt)
    return []
  }

  /// Starts and stops the timer as the play does.
  fileprivate mutating func timerEffects() -> [Effect] {
    let wanted = view?.play.isRunning ?? false
    guard wanted != isTimerRunning else { return [] }
    isTimerRunning = wanted
    return wanted ? [.startTimer(perSecond: Self.ticksPerSecond)] : [.stopTimer]
  }

  private static let ticksPerSecond = 25
}

extension Input {
  /// Whether keys that wait for the store can be done now: a space is wholly there once it is known
  /// how it was looked at last.
  fileprivate var answersForTyping: Bool {
    switch self {
    case .spacesLoaded, .recalled: true
    default: false
    }
  }
}
