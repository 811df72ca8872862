import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTerminal
import HyperbasisTimeMachine

/// Starts the time machine if there is a terminal for it.
struct TimeMachineLauncher {
  let options: StoreOptions
  let view: ViewOptions
  let context: CommandContext
  /// Set if the store is only a sample.
  var sample: Sample?

  /// Whether the store is discarded with the session, so that nothing of it should be remembered.
  private var isScratch: Bool { sample == .scratch }

  /// Refuses to start without a terminal; must be called before anything is written.
  func requireTerminal() throws {
    // Line mode needs no terminal: a script may send the lines and read them.
    if view.linear { return }
    let terminals = context.terminals
    guard terminals.input, terminals.output, context.environment["TERM"] != "dumb" else {
      throw CommandFailure(
        ExitStatus.noTerminal,
        "the time machine needs a terminal; without one use the commands show, log, history, "
          + "diff, plot and stats, or --linear, which prints line by line (see hyperbasis --help)")
    }
  }

  /// Runs the time machine to its end.
  ///
  /// - Returns: the signal that ended it; nil if the person did.
  func run(_ session: StoreSession, spaceId: UUID?) throws -> EndSignal? {
    let date = try view.at.map { try DateExpression($0) }
    try FileHandles.require(FileHandles.forTerminal)
    let personal = PersonalConfiguration(context)
    let settings = settings(personal, isStoreProtected: !session.store.mayBeWritten)
    // A sync writes what others changed, so a read-only session has no cloud.
    let cloud = SessionCloud(
      session, settings.syncStrategyInForce, isScratch: isScratch || view.readOnly)
    let world = LoopWorld(
      session: session,
      store: StoreEffects(
        store: session.store, firstLook: session.firstLook, isReadOnly: view.readOnly,
        zone: session.options.zone(in: context), home: context.homeDirectory,
        storeOption: session.options.repeated,
        noteNews: cloud.noteNews, noteWritten: cloud.noteWritten),
      memory: memory(of: session), cloud: cloud.effects, watcher: DirectoryWatcher(),
      spaceId: spaceId)
    func state(size: TerminalSize, _ settings: Settings) -> State {
      var state = State(size: size, now: context.now(), settings: settings, date: date)
      cloud.apply(to: &state)
      personal.apply(to: &state)
      return state
    }
    return view.linear
      ? try runInLines(world, settings, state)
      : try runOnScreen(world, settings, personal, state)
  }

  private func runOnScreen(
    _ world: LoopWorld, _ settings: Settings, _ personal: PersonalConfiguration,
    _ makeState: (TerminalSize, Settings) -> State
  ) throws -> EndSignal? {
    let worker = try StoreWorker()
    ProcessLog.redirect(to: PersonalDirectories(context).state.appending(path: "log"), context)
    defer { ProcessLog.redirectToStandardError() }
    let wakers = [worker.descriptor] + world.wakeDescriptors
    let screen = try open(settings, wakeDescriptors: wakers)
    var settings = settings
    settings.charset = view.drawing.charset ?? personal.charset ?? screen.charset
    settings.hasColors = screen.hasColors
    if view.theme == nil, !personal.configuration.sets("theme"), color != .never {
      screen.askBackground()
    }
    let loop = TimeMachineLoop(
      state: makeState(screen.size, settings), world: world, worker: worker, screen: screen)
    let signal = loop.run()
    // The last messages go to the shell's screen.
    if signal != nil {
      screen.close()
    } else {
      try syncAtEnd(world, signalBefore: screen.takeEndingSignal)
    }
    return signal.map { number in
      EndSignal(number: number, memory: world.memory, context: context) {
        screen.end(bySignal: $0)
      }
    }
  }

  /// Syncs at the end, with its messages on the shell's screen.
  private func syncAtEnd(_ world: LoopWorld, signalBefore: @escaping () -> Int32?) throws {
    if let effects = world.cloud {
      try world.session.syncAtEnd(effects, signalBefore: signalBefore)
    }
    try context.output.flush()
  }

  private func memory(of session: StoreSession) -> SpaceMemory {
    guard !isScratch else { return SpaceMemory(folder: nil) }
    let directory = PersonalDirectories(context).state
    return SpaceMemory(folder: StateFolder(directory: directory, store: session.directory))
  }

  /// Returns the settings from the options, else from the person's file.
  private func settings(
    _ personal: PersonalConfiguration, isStoreProtected: Bool
  ) -> Settings {
    var settings = Settings(localZone: context.localZone.zone)
    settings.background = background
    personal.configuration.apply(to: &settings)
    if options.utc { settings.usesLocalTime = false }
    if view.noMouse { settings.usesMouse = false }
    if let theme = view.theme { settings.background = theme }
    settings.sample = sample
    settings.storeOptions = options.repeated
    settings.isStoreProtected = isStoreProtected && !view.readOnly
    if view.readOnly || isStoreProtected {
      (settings.isReadOnly, settings.staysReadOnly) = (true, true)
    }
    return settings
  }

  private func runInLines(
    _ world: LoopWorld, _ settings: Settings, _ makeState: (TerminalSize, Settings) -> State
  ) throws -> EndSignal? {
    var settings = settings
    (settings.charset, settings.usesMouse, settings.hasColors) = (.ascii, false, false)
    let source = try linearSource(wakeDescriptors: world.wakeDescriptors)
    let session = LinearSession(
      state: makeState(LinearSession.size, settings), store: world.store, memory: world.memory,
      cloud: world.cloud, takesKeys: context.terminals.input, clock: context.now)
    let signal = try LinearLoop(session: session, source: source, world: world).run()
    source.close()
    if signal == nil {
      // This is the last message: if it fails, that cannot be reported.
      if let farewell = world.memory.farewell { try? context.writeError(farewell) }
      try syncAtEnd(world, signalBefore: source.takeEndingSignal)
    }
    return signal.map { number in
      EndSignal(number: number, memory: world.memory, context: context) {
        source.end(bySignal: $0)
      }
    }
  }

  /// Returns the keys of a terminal if there is one, else lines.
  private func linearSource(wakeDescriptors: [Int32]) throws -> any LinearSource {
    do {
      guard context.terminals.input else {
        return try LineReader(wakeDescriptors: wakeDescriptors)
      }
      var configuration = TerminalConfiguration(environment: context.environment)
      configuration.wakeDescriptors = wakeDescriptors
      return try KeyTerminal(configuration)
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
    // There is a terminal, so CLICOLOR_FORCE would change nothing.
    case .auto: context.variable("NO_COLOR") != nil ? .never : .auto
    }
  }

  /// The background to draw for until the terminal reports its own, if it does: dark, unless
  /// `COLORFGBG` ends with the colour of a light background.
  private var background: Theme.Background {
    let last = context.variable("COLORFGBG")?.split(separator: ";").last.flatMap { Int($0) }
    return last == 7 || last == 15 ? .light : .dark
  }
}

/// The objects that a session works with, on a screen or in lines.
struct LoopWorld {
  let session: StoreSession
  let store: StoreEffects
  let memory: SpaceMemory
  let cloud: CloudEffects?
  let watcher: DirectoryWatcher?
  /// The space to start with; nil for the list of spaces.
  let spaceId: UUID?

  var context: CommandContext { session.context }

  var wakeDescriptors: [Int32] {
    [watcher?.descriptor, cloud?.descriptor].compactMap { $0 }
  }

  /// The directories to watch for changes; with a cloud also the one with the list of pending changes.
  var watchedDirectories: [URL] {
    let shown = store.watchedDirectories
    guard let base = cloud?.session.storage.config.directory, !shown.contains(base) else {
      return shown
    }
    return shown + [base]
  }

  /// Closes the cloud and the store.
  func close() {
    cloud?.close()
    store.close()
  }
}

/// A signal that asked the program to end; to be passed on after the cleanup.
struct EndSignal {
  let number: Int32
  let memory: SpaceMemory
  let context: CommandContext
  let end: (Int32) -> Never

  /// Reports what became of a draft and ends the process by the signal, so that the parent sees it.
  func raise() -> Never {
    // This is the last message: if it fails, that cannot be reported.
    if let farewell = memory.farewell { try? context.writeError(farewell) }
    end(number)
  }
}
