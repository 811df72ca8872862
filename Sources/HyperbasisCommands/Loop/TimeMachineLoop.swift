import Canvas
import Foundation
import Hyperbasis
import Terminal
import TimeMachine

/// Runs the time machine: feeds it what happens, does what it asks for, and shows it.
final class TimeMachineLoop {
  private var state: State
  private let store: StoreEffects
  private let memory: SpaceMemory
  private let screen: TerminalScreen
  private let watcher: DirectoryWatcher?
  private let clock: @Sendable () -> HBInstant
  private let timings: FrameTimings?
  private var ticker = Ticker()
  private var follower: Follower
  private var isRunning = true
  private var endSignal: Int32?

  init(
    state: State, store: StoreEffects, memory: SpaceMemory, screen: TerminalScreen,
    watcher: DirectoryWatcher?, clock: @escaping @Sendable () -> HBInstant,
    timings: FrameTimings? = nil
  ) {
    self.timings = timings
    self.state = state
    self.store = store
    self.memory = memory
    self.screen = screen
    self.watcher = watcher
    self.clock = clock
    follower = Follower(isTold: watcher != nil)
  }

  /// - Returns: the signal that ended it; nil where the person did.
  func run(spaceId: UUID?) -> Int32? {
    defer { store.close() }
    timings?.begin("(start)")
    perform(state.start(space: spaceId))
    while isRunning {
      show()
      waitForSomething()
    }
    if endSignal == nil { screen.close() }
    return endSignal
  }

  private func show(isWaiting: Bool = false) {
    timings?.lap(.update)
    let frame = render(state)
    timings?.lap(.render)
    screen.draw(frame)
    timings?.finish(isWaiting: isWaiting)
  }
}

// MARK: - What happens

extension TimeMachineLoop {
  /// Sleeps until there is something new, and takes in all that is there.
  private func waitForSomething() {
    let deadlines = [ticker.deadline, follower.deadline].compactMap { $0 }
    let timeout = deadlines.min().map { max(.zero, $0 - .now) }
    if let event = screen.next(timeout: timeout) { take(event) }
    // What came in the meantime is worth one picture, not one each.
    while isRunning, let event = screen.next(timeout: .zero) { take(event) }
    if isRunning, let passed = ticker.takeTick() {
      timings?.begin("(tick)")
      apply(.tick(microseconds: passed))
    }
    if isRunning, follower.isDue { follow() }
  }

  private func take(_ event: InputEvent) {
    timings?.begin(Self.name(of: event))
    switch event {
    case .wake:
      watcher?.drain()
      follower.tell()
      return
    case .terminate(let signal): endSignal = signal
    case .resumed: follower.tell()
    default: break
    }
    apply(.terminal(event))
  }

  /// What timings call an event.
  private static func name(of event: InputEvent) -> String {
    switch event {
    case .key(let key): key.name
    case .mouse: "(mouse)"
    case .paste: "(paste)"
    case .resize: "(resize)"
    case .wake: "(wake)"
    default: "(signal)"
    }
  }

  private func apply(_ input: Input) {
    perform(update(&state, input, at: clock()))
  }

  /// Shows what other processes wrote.
  private func follow() {
    follower.hasLooked()
    if state.view == nil {
      if state.opening == nil { perform([.loadSpaces]) }
    } else if let input = store.refresh() {
      apply(input)
      // The first event of a space makes the directory that is to be watched.
      if !follower.isTold { watch() }
    }
  }
}

// MARK: - What is asked for

extension TimeMachineLoop {
  private func perform(_ effects: [Effect]) {
    for effect in effects where isRunning { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .loadSpaces:
      apply(store.loadSpaces())
      watch()
    case .openSpace(let id):
      // Reading a large log takes a moment: say so first.
      show(isWaiting: true)
      timings?.begin("(opened)")
      apply(store.open(id))
      screen.setTitle(title)
      watch()
    case .refresh:
      if let input = store.refresh() { apply(input) }
    case .plan(let request, let spaceId): apply(store.plan(request, spaceId: spaceId))
    case .execute(let plan): apply(store.execute(plan))
    case .recall(let id): apply(memory.recall(id))
    case .remember(let view, let id): memory.remember(view, of: id)
    case .saveDraft(let draft): memory.save(draft)
    case .forgetDraft(let draft): memory.forget(draft)
    case .copy(let text): copy(text)
    case .startTimer(let perSecond): ticker.start(perSecond: perSecond)
    case .stopTimer: ticker.stop()
    case .setMouse(let isOn): screen.setMouse(isOn)
    case .setBackground(let background): screen.setBackground(background)
    case .redraw: screen.redraw()
    case .suspend: screen.suspend()
    case .quit: isRunning = false
    }
  }

  private func copy(_ text: TerminalText) {
    if screen.copy(text) { return apply(.copied(.success(text))) }
    apply(.copied(.failure(Failure(text: "this is too long for the terminal's clipboard"))))
  }

  private var title: TerminalText {
    state.view.map { "\($0.data.name) · Hyperbasis" } ?? "Hyperbasis"
  }

  private func watch() {
    follower.isTold = watcher?.watch(store.watchedDirectories) ?? false
  }
}
