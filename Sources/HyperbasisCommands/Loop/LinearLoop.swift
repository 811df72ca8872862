import Foundation
import HyperbasisCanvas
import HyperbasisTerminal
import HyperbasisTimeMachine

/// Runs the time machine in lines: takes in keys or lines, and writes what changed.
final class LinearLoop {
  private let session: LinearSession
  private let source: any LinearSource
  private let world: LoopWorld
  private var follower: Follower
  private var endSignal: Int32?
  /// Whether the line that was written last is still open.
  private var isLineOpen = false

  init(session: LinearSession, source: any LinearSource, world: LoopWorld) {
    self.session = session
    self.source = source
    self.world = world
    follower = Follower(isNotified: world.watcher != nil)
  }

  /// - Returns: the signal that ended it; nil if the person did.
  func run() throws -> Int32? {
    defer { world.close() }
    try say(session.start(spaceId: world.spaceId))
    while session.isRunning {
      follower.watch(world.watchedDirectories, with: world.watcher)
      let timeout = Follower.timeout(
        until: session.ticker.deadline, follower.deadline, world.cloud?.deadline)
      if let event = source.nextEvent(timeout: timeout) { try handle(event) }
      try say(session.tick())
      world.cloud?.lookIfDue()
      guard session.isRunning, follower.isDue else { continue }
      follower.hasLooked()
      try say(session.follow())
    }
    if isLineOpen { try finishLine() }
    if endSignal == nil { source.close() }
    return endSignal
  }

  private func handle(_ event: LinearEvent) throws {
    switch event {
    case .line(let bytes):
      world.cloud?.noteActivity()
      try say(session.handle(line: bytes))
    case .wake:
      if world.watcher?.drain() ?? false { follower.notify() }
      for input in world.cloud?.takeNews() ?? [] { try say(session.handle(input)) }
    case .input(let event):
      if case .terminate(let signal) = event { endSignal = signal }
      try say(session.handle(event: event))
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
        try output.writeLine(plain(text))
      case .opening(let text):
        if isLineOpen { try finishLine() }
        try output.write(plain(text))
        isLineOpen = true
      case .more(let text):
        try output.write(plain(text))
        isLineOpen = true
      }
    }
    try output.flush()
  }

  private var output: any TextOutput { world.context.output }

  private func plain(_ text: TerminalText) -> String {
    text.plain(isUTF8: world.context.isUTF8)
  }

  private func finishLine() throws {
    try output.writeLine()
    isLineOpen = false
  }
}

/// Where the keys of a linear session come from: a terminal, key by key, or a script, line by line.
protocol LinearSource {
  func nextEvent(timeout: Duration?) -> LinearEvent?
  func suspend()
  func close()
  func takeEndingSignal() -> Int32?
  func end(bySignal signal: Int32) -> Never
}

enum LinearEvent {
  case input(InputEvent)
  case line([UInt8])
  case wake
}

extension KeyTerminal: LinearSource {
  func nextEvent(timeout: Duration?) -> LinearEvent? {
    next(timeout: timeout).map { event in
      if case .wake = event { .wake } else { .input(event) }
    }
  }
}

extension LineReader: LinearSource {
  func nextEvent(timeout: Duration?) -> LinearEvent? {
    next(timeout: timeout).map { event in
      switch event {
      case .line(let bytes): .line(bytes)
      case .terminate(let signal): .input(.terminate(signal: signal))
      case .wake: .wake
      case .closed: .input(.closed)
      }
    }
  }

  // A script has no terminal to give back.
  func suspend() {}
  func close() {}
}
