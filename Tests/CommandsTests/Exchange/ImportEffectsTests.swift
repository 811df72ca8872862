import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@testable import HyperbasisCommands

/// Imports that are read for the screen.
struct ImportEffectsTests {
  private let bench: Workbench
  private let effects: ImportEffects

  init() throws {
    bench = try Kitchen.workbench()
    effects = ImportEffects(
      store: HBLocalStore(baseDirectory: bench.directory), zone: .gmt, home: bench.directory,
      storeOption: " --store Lab")
    try bench.write("id,time,x,y,z\na,2024-01-01,1,2,3\n", to: "rows.csv")
  }

  /// Whoever waits for a pipe on the screen can neither go on nor leave.
  @Test func `a pipe and a device are refused at once`() throws {
    let pipe = bench.directory.appending(path: "pipe.csv").path
    #expect(mkfifo(pipe, 0o600) == 0)
    let rows = bench.directory.appending(path: "rows.csv").path
    for (words, kind) in [
      (pipe, "a named pipe"), ("/dev/zero", "a device"),
      ("\(rows) --times \(pipe)", "a named pipe"),
    ] {
      let failure = #expect(throws: (any Error).self) { _ = try effects.survey(words) }
      let text = failure.map { CommandAdvice.text(of: $0) } ?? ""
      #expect(text.contains("is \(kind), which may never end"), "\(text)")
    }
  }

  @Test func `the command that does the same names the store`() throws {
    let preview = try effects.survey(bench.directory.appending(path: "rows.csv").path)
    let command = preview.lines.map(\.plain).first { $0.contains("hyperbasis import") }
    #expect(try #require(command).hasSuffix(" --store Lab"), "\(command ?? "")")
  }
}
