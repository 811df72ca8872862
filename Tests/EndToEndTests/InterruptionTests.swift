import Foundation
import TestSupport
import Testing

/// An export or an import that is interrupted.
struct InterruptionTests {
  private let store: ScratchStore
  private let files: ScratchStore

  init() throws {
    (store, files) = (try ScratchStore(), try ScratchStore())
  }

  private func path(_ name: String) -> String { files.directory.appending(path: name).path }

  private static let heading = Data("id,t,x,y,z\n".utf8)
  private static let rows = {
    var text = ""
    for row in 0..<60_000 { text += "a\(row % 97),\(1_700_000_000 + row),\(row % 13),0,1\n" }
    return Data(text.utf8)
  }()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: files.directory.path)
  }

  @Test(arguments: [["-o", "out.csv"], ["--format", "sdk", "-o", "out"], ["-o", "out.zip"]])
  func `an export leaves nothing unfinished behind`(words: [String]) throws {
    let table = store.directory.appending(path: "walk.csv")
    try (Self.heading + Self.rows).write(to: table)
    #expect(try store.program.run("import", table.path, "--yes").status == 0)
    let words = words.map { $0.hasPrefix("out") ? path($0) : $0 }
    // On a busy machine the export may be finished before the signal comes.
    var isInterrupted = false
    for _ in 0..<50 where !isInterrupted { isInterrupted = try interrupt(words) }
    #expect(isInterrupted)
  }

  /// Interrupts an export; returns false if that was too late.
  private func interrupt(_ words: [String]) throws -> Bool {
    let terminal = try store.program.open(words: ["export"] + words)
    let end = ContinuousClock.now + PseudoTerminal.patience
    while try names().isEmpty, ContinuousClock.now < end { sched_yield() }
    terminal.sendSignal(SIGINT)
    let status = try terminal.waitForExit()
    let left = try names()
    #expect(!left.contains { $0.hasSuffix(".part") }, "\(left)")
    for name in left { try FileManager.default.removeItem(atPath: path(name)) }
    return left.isEmpty && status == .signaled(SIGINT)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an import that waits for its input ends`(signal: Int32) throws {
    let pipe = path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try store.program.open("import", "csv", pipe, "--yes")
    let writer = try #require(openForWriting(pipe))
    defer { close(writer) }
    terminal.sendSignal(signal)
    #expect(try terminal.waitForExit() == .signaled(signal))
    try terminal.wait(for: "interrupted; nothing was written")
  }

  /// Opens a pipe, but writes nothing, as soon as somebody is reading it.
  private func openForWriting(_ pipe: String) -> Int32? {
    let end = ContinuousClock.now + PseudoTerminal.patience
    while ContinuousClock.now < end {
      let descriptor = open(pipe, O_WRONLY | O_NONBLOCK)
      if descriptor >= 0 { return descriptor }
      sched_yield()
    }
    return nil
  }

  @Test func `an import that was only read has written nothing`() throws {
    var table = Self.heading
    for _ in 0..<50 { table += Self.rows }
    try table.write(to: files.directory.appending(path: "walk.csv"))
    let terminal = try store.program.open("import", path("walk.csv"), "--yes")
    try terminal.wait(for: "reading")
    terminal.sendSignal(SIGINT)
    #expect(try terminal.waitForExit() == .signaled(SIGINT))
    try terminal.wait(for: "interrupted; nothing was written")
    let spaces = store.directory.appending(path: "spaces").path
    #expect(!FileManager.default.fileExists(atPath: spaces))
  }
}
