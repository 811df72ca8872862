import Foundation
import HyperbasisCanvas
import HyperbasisTerminal
import HyperbasisTimeMachine

/// Runs the time machine in lines: takes keys or lines in, and writes what changed.
final class LinearLoop {
  private let session: LinearSession
  private let source: LinearSource
  private let context: CommandContext
  private let watcher: DirectoryWatcher?
  private let store: StoreEffects
  private let cloud: CloudEffects?
  private var follower: Follower
  private var endSignal: Int32?
  /// Whether the last line that was written is still open.
  private var isLineOpen = false

  init(
    session: LinearSession, source: LinearSource, store: StoreEffects, cloud: CloudEffects?,
    context: CommandContext, watcher: DirectoryWatcher?
  ) {
    self.session = session
    self.source = source
    self.store = store
    self.cloud = cloud
    self.context = context
    self.watcher = watcher
    follower = Follower(isTold: watcher != nil)
  }

  /// - Returns: the signal that ended it; nil where the person did.
  func run(spaceId: UUID?) throws -> Int32? {
    defer {
      cloud?.close()
      store.close()
    }
    try say(session.start(spaceId: spaceId))
    while session.isRunning {
      follower.isTold = watcher?.watch(store.watchedDirectories) ?? false
      let deadlines = [session.ticker.deadline, follower.deadline, cloud?.deadline]
        .compactMap { $0 }
      let timeout = deadlines.min().map { max(.zero, $0 - .now) }
      if let event = source.next(timeout: timeout) { try take(event) }
      try say(session.tick())
      cloud?.lookIfDue()
      guard session.isRunning, follower.isDue else { continue }
      follower.hasLooked()
      try say(session.follow())
    }
    if isLineOpen { try finishLine() }
    if endSignal == nil { source.close() }
    return endSignal
  }

  private func take(_ event: LinearSource.Event) throws {
    switch event {
    case .line(let text): try say(session.take(line: text))
    case .wake:
      if watcher?.drain() ?? false { follower.tell() }
      for input in cloud?.takeNews() ?? [] { try say(session.take(input)) }
    case .input(let event):
      if case .terminate(let signal) = event { endSignal = signal }
      try say(session.take(event: event))
      if session.wantsSuspension {
        session.wantsSuspension = false
        source.suspend()
      }
    }
  }

  private func say(_ words: [Announcement]) throws {
    for word in words {
      switch word {
      case .line(let text):
        if isLineOpen { try finishLine() }
        try context.output.writeLine(text.plain(isUTF8: context.isUTF8))
      case .opening(let text):
        if isLineOpen { try finishLine() }
        try context.output.write(text.plain(isUTF8: context.isUTF8))
        isLineOpen = true
      case .more(let text): try context.output.write(text.plain(isUTF8: context.isUTF8))
      }
    }
    try context.output.flush()
  }

  private func finishLine() throws {
    try context.output.writeLine()
    isLineOpen = false
  }
}

/// Where the keys of a linear session come from.
enum LinearSource {
  /// A terminal, key by key.
  case keys(KeyTerminal)
  /// A script, line by line.
  case lines(LineReader)

  enum Event {
    case input(InputEvent)
    case line(String)
    case wake
  }
}

extension LinearSource {
  func next(timeout: Duration?) -> Event? {
    switch self {
    case .keys(let terminal):
      terminal.next(timeout: timeout).map { event in
        if case .wake = event { .wake } else { .input(event) }
      }
    case .lines(let reader):
      reader.next(timeout: timeout).map { event in
        switch event {
        case .line(let text): .line(text)
        case .terminate(let signal): .input(.terminate(signal: signal))
        case .wake: .wake
        case .closed: .input(.closed)
        }
      }
    }
  }

  func suspend() {
    if case .keys(let terminal) = self { terminal.suspend() }
  }

  func close() {
    if case .keys(let terminal) = self { terminal.close() }
  }

  func takeEndingSignal() -> Int32? {
    switch self {
    case .keys(let terminal): terminal.takeEndingSignal()
    case .lines(let reader): reader.takeEndingSignal()
    }
  }

  func end(bySignal signal: Int32) -> Never {
    switch self {
    case .keys(let terminal): terminal.end(bySignal: signal)
    case .lines(let reader): reader.end(bySignal: signal)
    }
  }
}
