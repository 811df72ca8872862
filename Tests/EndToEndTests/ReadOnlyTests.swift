import Foundation
import TestSupport
import Testing

/// The program with `--read-only`: no byte of the store changes.
struct ReadOnlyTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    #expect(try store.program.run("add", "text=Sofa", "--position", "2,0,1").status == 0)
  }

  /// Returns the files of the store with their bytes; what the program remembers about the user is not
  /// part of it.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: store.directory.path)
    where !path.hasPrefix(".local") && !path.hasPrefix(".config") {
      // A folder has no contents.
      files[path] =
        FileManager.default.contents(
          atPath: store.directory.appending(path: path).path) ?? Data()
    }
    return files
  }

  @Test(arguments: [[], ["--linear"]])
  func nothingIsWritten(words: [String]) throws {
    let before = try files()
    let terminal =
      words.isEmpty
      ? try store.program.open("Hall", "--read-only")
      : try store.program.open("open", "Hall", "--read-only", "--linear")
    try terminal.wait(for: "read-only")
    try terminal.wait(for: "2 anchors")
    terminal.press(.end)
    for key in ["j", "D", "u", "A"] { terminal.send(key) }
    try terminal.wait(for: "writes nothing")
    terminal.press(.home)
    terminal.send("S")
    try terminal.wait(for: "read-only")
    terminal.send(":set readonly off\r")
    try terminal.wait(for: "started with --read-only")
    terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(try files() == before)
  }

  @Test func whatIsOffByOptionIsOffByCommandToo() throws {
    let terminal = try store.program.open("Hall")
    try terminal.wait(for: "? help")
    terminal.send(":set readonly\r")
    try terminal.wait(for: "read-only")
    let lines = try store.logLines()
    terminal.send("u")
    try terminal.wait(for: ":set readonly off ends that")
    #expect(try store.logLines() == lines)
  }
}
