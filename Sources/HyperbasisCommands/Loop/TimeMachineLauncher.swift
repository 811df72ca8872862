import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTerminal
import HyperbasisTimeMachine

/// Starts the time machine where there is a terminal for it.
struct TimeMachineLauncher {
  let options: StoreOptions
  let view: ViewOptions
  let context: CommandContext
  /// Whether the store goes with the session, so that nothing of it is to be remembered.
  var isScratch = false

  /// Refuses to start where there is no terminal; to be called before anything is written.
  func requireTerminal() throws {
    // Lines need no terminal: a script may send them and read them.
    if view.linear { return }
    let terminals = context.terminals
    guard terminals.input, terminals.output, context.environment["TERM"] != "dumb" else {
      throw CommandFailure(
        ExitStatus.noTerminal,
        "the time machine needs a terminal; without one use the subcommands show, log, history, "
          + "diff, plot and stats (see hyperbasis --help)")
    }
  }

  /// Runs the time machine to its end.
  ///
  /// - Returns: the signal that ended it; nil where the person did.
  func run(_ session: StoreSession, spaceId: UUID?) throws -> EndSignal? {
    let date = try view.at.map { text in
      do {
        return try DateExpression(text)
      } catch {
        throw CommandFailure(error)
      }
    }
    let watcher = DirectoryWatcher()
    let personal = PersonalConfiguration(context)
    let cloud = SessionCloud(session, preferences(personal).syncStrategy, isScratch: isScratch)
    let store = StoreEffects(store: session.store, noteWritten: cloud.noteWritten)
    let memory = memory(of: session)
    if view.linear {
      return try tell(store, memory, cloud, watcher, date, spaceId, session)
    }
    let preferences = preferences(personal)
    let worker = try StoreWorker()
    let wakers =
      [worker.descriptor] + [watcher?.descriptor, cloud.effects?.descriptor].compactMap { $0 }
    ProcessLog.redirect(to: PersonalDirectories(context).state.appending(path: "log"), context)
    defer { ProcessLog.redirectToStandardError() }
    let screen = try open(preferences, wakeDescriptors: wakers)
    var settings = preferences
    settings.charset = view.drawing.charset ?? personal.charset ?? screen.charset
    var state = State(size: screen.size, now: context.now(), settings: settings, date: date)
    cloud.apply(to: &state)
    personal.apply(to: &state)
    let loop = TimeMachineLoop(
      state: state, store: store, worker: worker, memory: memory, cloud: cloud.effects,
      screen: screen, watcher: watcher, clock: context.now, observer: context.frameObserver)
    let signal = loop.run(spaceId: spaceId)
    // The words follow on the screen of the shell.
    if signal != nil {
      screen.close()
    } else {
      try tellCloud(cloud, session, signalBefore: screen.takeEndingSignal)
    }
    return signal.map { number in
      EndSignal(number: number, memory: memory, context: context) { screen.end(bySignal: $0) }
    }
  }

  /// The last words, on the screen of the shell.
  private func tellCloud(
    _ cloud: SessionCloud, _ session: StoreSession, signalBefore: @escaping () -> Int32?
  ) throws {
    if let effects = cloud.effects {
      try session.tellCloudAtEnd(effects, signalBefore: signalBefore)
    }
    try context.output.flush()
  }

  private func memory(of session: StoreSession) -> SpaceMemory {
    guard !isScratch else { return SpaceMemory(folder: nil) }
    let directory = PersonalDirectories(context).state
    return SpaceMemory(folder: StateFolder(directory: directory, store: session.directory))
  }

  /// What the options say, else the person's file.
  private func preferences(_ personal: PersonalConfiguration) -> Settings {
    var settings = Settings(localZone: context.localZone)
    settings.background = background
    personal.configuration.apply(to: &settings)
    if options.utc { settings.usesLocalTime = false }
    if view.noMouse { settings.usesMouse = false }
    if let theme = view.theme { settings.background = theme }
    return settings
  }

  /// Runs the time machine in lines.
  private func tell(
    _ store: StoreEffects, _ memory: SpaceMemory, _ cloud: SessionCloud,
    _ watcher: DirectoryWatcher?, _ date: DateExpression?, _ spaceId: UUID?,
    _ opened: StoreSession
  ) throws -> EndSignal? {
    let personal = PersonalConfiguration(context)
    var settings = preferences(personal)
    (settings.charset, settings.usesMouse) = (.ascii, false)
    var state = State(
      size: LinearSession.size, now: context.now(), settings: settings, date: date)
    cloud.apply(to: &state)
    personal.apply(to: &state)
    let wakers = [watcher?.descriptor, cloud.effects?.descriptor].compactMap { $0 }
    let source = try linearSource(wakeDescriptors: wakers)
    let session = LinearSession(
      state: state, store: store, memory: memory, cloud: cloud.effects,
      takesKeys: context.terminals.input, clock: context.now)
    let loop = LinearLoop(
      session: session, source: source, store: store, cloud: cloud.effects, context: context,
      watcher: watcher)
    let signal = try loop.run(spaceId: spaceId)
    source.close()
    // The last words: nobody is left to be told that they failed.
    if signal == nil, let farewell = memory.farewell { try? context.writeError(farewell) }
    if signal == nil {
      try tellCloud(cloud, opened, signalBefore: source.takeEndingSignal)
    }
    return signal.map { number in
      EndSignal(number: number, memory: memory, context: context) { source.end(bySignal: $0) }
    }
  }

  /// Keys of a terminal, else lines.
  private func linearSource(wakeDescriptors: [Int32]) throws -> LinearSource {
    do {
      guard context.terminals.input else {
        return .lines(try LineReader(wakeDescriptors: wakeDescriptors))
      }
      var configuration = TerminalConfiguration(environment: context.environment)
      configuration.wakeDescriptors = wakeDescriptors
      return .keys(try KeyTerminal(configuration))
    } catch {
      throw CommandFailure(ExitStatus.noTerminal, error.description)
    }
  }

  private func open(_ settings: Settings, wakeDescriptors: [Int32]) throws -> TerminalScreen {
    var configuration = TerminalConfiguration(environment: context.environment)
    configuration.background = settings.background
    configuration.color = color
    configuration.usesMouse = settings.usesMouse
    configuration.wakeDescriptors = wakeDescriptors
    do {
      return try TerminalScreen(configuration)
    } catch {
      throw CommandFailure(ExitStatus.noTerminal, error.description)
    }
  }

  private var color: TerminalConfiguration.ColorMode {
    switch options.color {
    case .always: .always
    case .never: .never
    // A terminal is there, so that CLICOLOR_FORCE would say nothing new.
    case .auto: context.variable("NO_COLOR") != nil ? .never : .auto
    }
  }

  /// Dark, unless the terminal says otherwise: `COLORFGBG` ends with the background's colour.
  private var background: Theme.Background {
    let last = context.variable("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
    return last == 7 || last == 15 ? .light : .dark
  }
}

/// A signal that asked the program to end; to be passed on when all is tidied up.
struct EndSignal {
  let number: Int32
  let memory: SpaceMemory
  let context: CommandContext
  let end: (Int32) -> Never

  /// Says what became of a draft and ends the process by the signal, so that the parent sees it.
  func raise() -> Never {
    // The last words: nobody is left to be told that they failed.
    if let farewell = memory.farewell { try? context.writeError(farewell) }
    end(number)
  }
}
