import Foundation
import TestSupport
import Testing

/// An export or an import that is ended in the middle.
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
    let terminal = try store.program.open(words: ["export"] + words)
    for _ in 0..<10_000 where try names().isEmpty { usleep(1000) }
    #expect(try names().contains { $0.hasSuffix(".part") })
    terminal.sendSignal(SIGINT)
    #expect(try terminal.waitForExit() == .signaled(SIGINT))
    #expect(try names().isEmpty)
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
