import HyperbasisCanvas
import HyperbasisTimeMachine

/// Carries out the effects that the time machine requests.
///
/// This is the one place that defines what an effect means; whatever differs between a screen and a
/// session of lines is a requirement of this protocol.
protocol EffectInterpreter: AnyObject {
  var memory: SpaceMemory { get }
  var cloud: CloudEffects? { get }
  var ticker: Ticker { get set }
  var isRunning: Bool { get set }
  /// The largest number of ticks a second that are shown.
  static var mostTicksPerSecond: Int { get }

  /// Passes an input to the time machine, and carries out the resulting effects.
  func apply(_ input: Input)
  /// Does something with the store, at once or off the loop, and applies the response; nil for none.
  func ask(_ body: @escaping @Sendable (StoreEffects) -> Input?)
  /// Puts a text on the clipboard.
  func copy(_ text: TerminalText) -> Result<TerminalText, Failure>
  /// Carries out a request to the terminal.
  func perform(_ request: TerminalRequest)
}

/// A request to the terminal, if there is one.
enum TerminalRequest: Sendable {
  case setMouse(Bool)
  case setBackground(Theme.Background)
  case redraw
  case suspend
}

extension EffectInterpreter {
  func perform(_ effects: [Effect]) {
    for effect in effects where isRunning { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .loadSpaces: ask { $0.loadSpaces() }
    case .loadCloudSpaces: cloud?.loadSpaces()
    case .pullSpace(let id): cloud?.pull(id)
    case .openSpace(let id): ask { $0.open(id) }
    case .refresh: ask { $0.refresh() }
    case .plan(let request, let spaceId): ask { $0.plan(request, spaceId: spaceId) }
    case .execute(let plan): ask { $0.execute(plan) }
    case .prepare(let filter, let data, let offset):
      ask { _ in
        data.prepare(filter, at: offset)
        return .prepared(filter)
      }
    case .count(let key, let data):
      ask { _ in
        data.prepare(key)
        return .counted
      }
    case .read(let reading, let data):
      ask { _ in
        data.prepare(reading)
        return .logRead
      }
    case .bookmarks(let request, let spaceId): ask { $0.bookmarks(request, spaceId: spaceId) }
    case .surveyImport(let words): ask { $0.surveyImport(words) }
    case .performImport(let number): ask { $0.performImport(number) }
    case .recall(let id): apply(memory.recall(id))
    case .remember(let view, let id): memory.remember(view, of: id)
    case .saveDraft(let draft): memory.save(draft)
    case .forgetDraft(let draft): memory.forget(draft)
    case .copy(let text): apply(.copied(copy(text)))
    case .sync: cloud?.sync()
    case .setSync(let strategy): cloud?.setStrategy(strategy)
    case .startTimer(let perSecond):
      ticker.start(perSecond: min(perSecond, Self.mostTicksPerSecond))
    case .stopTimer: ticker.stop()
    case .setMouse(let isOn): perform(TerminalRequest.setMouse(isOn))
    case .setBackground(let background): perform(TerminalRequest.setBackground(background))
    case .redraw: perform(TerminalRequest.redraw)
    case .suspend: perform(TerminalRequest.suspend)
    case .quit: isRunning = false
    }
  }
}

/// The timer of playback: when to tick, and how much time has passed.
struct Ticker {
  private var interval: Duration?
  private var last = ContinuousClock.now

  /// When the next tick is due; nil while the timer is stopped.
  var deadline: ContinuousClock.Instant? { interval.map { last + $0 } }

  mutating func start(perSecond: Int) {
    interval = .seconds(1) / max(1, perSecond)
    last = .now
  }

  mutating func stop() { interval = nil }

  /// Returns the microseconds since the last tick, if the next one is due.
  mutating func takeTick() -> Int64? {
    guard let deadline, deadline <= .now else { return nil }
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - last).components
    last = now
    // After a suspension, playback continues where it was.
    return min(seconds, 1) * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
