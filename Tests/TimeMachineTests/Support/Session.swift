import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// A time machine under test, with a clock that stands still and effects that are recorded.
struct Session {
  var state: State
  /// All effects that were requested since the last ``takeEffects()``.
  private(set) var effects: [Effect] = []

  /// Creates a session on an open space.
  init(
    size: TerminalSize = TerminalSize(columns: 80, rows: 24), charset: Charset = .braille,
    events: [HBAnchorEvent] = SampleSpace.events
  ) {
    var settings = Settings(charset: charset)
    settings.usesLocalTime = false
    state = State(size: size, now: SampleSpace.now, settings: settings)
    effects = state.start(space: SampleSpace.id)
    send(.snapshotLoaded(.success(SpaceData(SampleSpace.snapshot(events: events)))))
    effects = []
  }

  mutating func send(_ input: Input) {
    effects += update(&state, input, at: SampleSpace.now)
  }

  mutating func press(_ keys: Key...) {
    for key in keys { send(.terminal(.key(key))) }
  }

  /// Types characters one by one.
  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }

  /// Types a line into the prompt for commands.
  mutating func run(_ line: String) {
    press(":")
    type(line)
    press(.enter)
  }

  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  var view: SpaceView {
    get { state.view ?? SpaceView(data: SpaceData(SampleSpace.snapshot(events: []))) }
    set { state.view = newValue }
  }

  var message: String { state.message?.text.plain ?? "" }

  var screen: Frame { render(state) }
}
