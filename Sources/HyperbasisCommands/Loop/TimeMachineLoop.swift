import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTerminal
import HyperbasisTimeMachine

/// Runs the time machine: feeds it events, carries out its effects, and shows it.
final class TimeMachineLoop: EffectInterpreter {
  private var state: State
  private let world: LoopWorld
  private let worker: StoreWorker
  private let screen: TerminalScreen
  private let observer: (any FrameObserver)?
  var ticker = Ticker()
  private var follower: Follower
  var isRunning = true
  private var endSignal: Int32?
  /// Whether the store has replied since the watched directories were last determined.
  private var hasNews = true
  /// Plans that are shown or written, to be released off the loop.
  private var plans: [HBPlan] = []
  /// The space that the title shows.
  private var titled: UUID?

  init(state: State, world: LoopWorld, worker: StoreWorker, screen: TerminalScreen) {
    self.state = state
    self.world = world
    self.worker = worker
    self.screen = screen
    observer = world.context.frameObserver
    follower = Follower(isNotified: world.watcher != nil)
  }

  var memory: SpaceMemory { world.memory }
  var cloud: CloudEffects? { world.cloud }

  /// - Returns: the signal that ended it; nil if the person did.
  func run() -> Int32? {
    defer {
      worker.finish()
      world.close()
    }
    observer?.begin("(start)")
    perform(state.start(space: world.spaceId))
    awaitReplies()
    while isRunning {
      show()
      waitForSomething()
    }
    if endSignal == nil { screen.close() }
    return endSignal
  }

  private func show() {
    observer?.lap(.update)
    var frame = render(state)
    if state.view?.data.hasReadFailure == true {
      apply(.unreadable)
      frame = render(state)
    }
    observer?.lap(.render)
    screen.draw(frame)
    observer?.finish(isWaiting: worker.isBusy, state)
    releasePlans()
  }

  private func releasePlans() {
    guard state.view?.editing.write == nil, !plans.isEmpty else { return }
    worker.release(plans)
    plans = []
  }
}

// MARK: - What happens

extension TimeMachineLoop {
  /// Sleeps until something happens, and takes in everything that has happened.
  private func waitForSomething() {
    let timeout = Follower.timeout(until: ticker.deadline, follower.deadline, cloud?.deadline)
    if let event = screen.next(timeout: timeout) { handle(event) }
    // Events that came in the meantime share one picture.
    while isRunning, let event = screen.next(timeout: .zero) { handle(event) }
    if isRunning, let passed = ticker.takeTick() {
      observer?.begin("(tick)")
      apply(.tick(microseconds: passed))
    }
    if isRunning, follower.isDue { follow() }
    if isRunning { cloud?.lookIfDue() }
    if isRunning { awaitReplies() }
  }

  /// Takes in the replies of the store.
  ///
  /// A reply that comes within a moment is worth waiting for: the picture for the key can show it. A
  /// later one gets a picture of its own.
  private func awaitReplies() {
    observer?.begin("(answer)")
    let end = ContinuousClock.now + Self.moment
    while isRunning, worker.isBusy {
      if takeReplies() {
        hasNews = true
      } else if ContinuousClock.now < end {
        worker.wait(atMost: 1)
      } else {
        break
      }
    }
    guard hasNews, isRunning else { return }
    hasNews = false
    showTitle()
    // The first event of a space creates the directory that should be watched.
    follower.watch(world.watchedDirectories, with: world.watcher)
  }

  /// - Returns: whether there were replies.
  private func takeReplies() -> Bool {
    let replies = worker.takeReplies()
    for case let reply? in replies where isRunning { apply(reply) }
    return !replies.isEmpty
  }

  private static let moment = Duration.milliseconds(2)

  private func handle(_ event: InputEvent) {
    observer?.begin(Self.name(of: event))
    switch event {
    case .wake:
      if world.watcher?.drain() ?? false { follower.notify() }
      hasNews = takeReplies() || hasNews
      cloud?.takeNews().forEach(apply)
      return
    case .terminate(let signal):
      endSignal = signal
      // The outcome of a running write is then known, so that no draft is kept of what is already
      // written.
      worker.finish()
      _ = takeReplies()
    case .resumed: follower.notify()
    case .key, .mouse, .paste: cloud?.noteActivity()
    default: break
    }
    apply(.terminal(event))
  }

  /// Returns the name of an event for frame observers.
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

  func apply(_ input: Input) {
    if case .planReady(.success(let plan)) = input { plans.append(plan) }
    perform(update(&state, input, at: world.context.now()))
  }

  /// Shows what other processes wrote.
  private func follow() {
    follower.hasLooked()
    cloud?.countPending()
    // If earlier requests are still running, it looks again later.
    guard !worker.isBusy else { return follower.notify() }
    if state.view != nil {
      worker.ask { [store = world.store] in store.refresh() }
      worker.ask { [store = world.store] in store.bookmarkNews() }
    } else if state.picker.opening == nil {
      perform([.loadSpaces])
    }
  }
}

// MARK: - Requests

extension TimeMachineLoop {
  static let mostTicksPerSecond = 60

  func ask(_ body: @escaping @Sendable (StoreEffects) -> Input?) {
    worker.ask { [store = world.store] in body(store) }
  }

  func copy(_ text: TerminalText) -> Result<TerminalText, Failure> {
    if screen.copy(text) { return .success(text) }
    return .failure(Failure(text: "this is too long for the terminal's clipboard"))
  }

  func perform(_ request: TerminalRequest) {
    switch request {
    case .setMouse(let isOn): screen.setMouse(isOn)
    case .setBackground(let background): screen.setBackground(background)
    case .redraw: screen.redraw()
    case .suspend: screen.suspend()
    }
  }

  /// Shows the name of the space that was opened last.
  private func showTitle() {
    guard let data = state.view?.data, data.id != titled else { return }
    titled = data.id
    screen.setTitle("\(data.name) · Hyperbasis")
  }
}
