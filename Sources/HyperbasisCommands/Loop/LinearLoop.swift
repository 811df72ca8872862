import Canvas
import Foundation
import TimeMachine

/// Runs the time machine in lines on the standard streams, which stay as the shell left them.
final class LinearLoop {
  private let session: LinearSession
  private let context: CommandContext
  private let watcher: DirectoryWatcher?
  private let store: StoreEffects
  private var follower: Follower
  private var pending: [UInt8] = []

  init(
    session: LinearSession, store: StoreEffects, context: CommandContext,
    watcher: DirectoryWatcher?
  ) {
    self.session = session
    self.store = store
    self.context = context
    self.watcher = watcher
    follower = Follower(isTold: watcher != nil)
  }

  func run(spaceId: UUID?) throws {
    defer { store.close() }
    try say(session.start(spaceId: spaceId))
    while session.isRunning {
      follower.isTold = watcher?.watch(store.watchedDirectories) ?? false
      guard try waitForSomething() else { return }
      try say(session.tick())
      guard session.isRunning, follower.isDue else { continue }
      follower.hasLooked()
      try say(session.follow())
    }
  }

  private func say(_ lines: [TerminalText]) throws {
    for line in lines {
      try context.output.writeLine(line.plain(isUTF8: context.isUTF8))
    }
    try context.output.flush()
  }

  /// - Returns: false at the end of the input.
  private func waitForSomething() throws -> Bool {
    let deadlines = [session.ticker.deadline, follower.deadline].compactMap { $0 }
    let timeout = deadlines.min().map { max(.zero, $0 - .now) }
    var sources = [0, watcher?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let limit = timeout.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
    guard poll(&sources, nfds_t(sources.count), limit) > 0 else { return true }
    if sources[1].revents != 0 {
      watcher?.drain()
      follower.tell()
    }
    return sources[0].revents == 0 ? true : try takeInput()
  }

  private func takeInput() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else { return false }
    pending += bytes[..<count]
    while session.isRunning, let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      pending.removeFirst(end + 1)
      try say(session.take(line: line))
    }
    return true
  }
}
