import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@testable import HyperbasisCommands

/// Imports into spaces to which another process writes between reading and writing.
@Suite struct ImportMeanwhileTests {
  @Test func `what happened is said, and importing again adds what is missing`() throws {
    let bench = try Kitchen.workbench()
    let rows = "id,time,x,y,z,room\na,2024-01-01,1,2,3,Attic\nb,2024-01-01,1,2,3,Kitchen\n"
    try bench.write(rows, to: "rooms.csv")
    let store = HBLocalStore(baseDirectory: bench.directory, actor: "somebody@else")
    let effects = ImportEffects(store: store, zone: .gmt, home: bench.directory)
    let path = bench.directory.appending(path: "rooms.csv").path
    let words = "\(path) --space-column room"
    let preview = try effects.survey(words)
    #expect(bench.run("add", "Kitchen", "--position", "1,1,1").status == 0)
    let failure = #expect(throws: CommandFailure.self) { _ = try effects.perform(preview.number) }
    #expect(
      failure
        == CommandFailure.failed(
          "somebody else changed the space \"Kitchen\" during this import, so nothing was "
            + "imported into it. Run the import again: what is already there is not added twice. "
            + "Already imported: \"Attic\"."))
    let again = try effects.survey(words)
    let outcome = try effects.perform(again.number).outcome
    #expect(outcome.newSpaces.isEmpty && outcome.operations.count == 1)
    let log = try #require(try bench.json("log", "Kitchen") as? [[String: Any]])
    #expect(log.count == Kitchen.lines.count + 2)
    #expect((try bench.json("log", "Attic") as? [[String: Any]])?.count == 1)
  }

  @Test func `what the import made and what it changed are told apart`() throws {
    let bench = try Kitchen.workbench()
    try bench.write("id,time,x,y,z\na,2024-01-01,1,2,3\n", to: "My rows.csv")
    let store = HBLocalStore(baseDirectory: bench.directory, actor: "somebody@else")
    let effects = ImportEffects(store: store, zone: .gmt, home: bench.directory)
    let path = bench.directory.appending(path: "My rows.csv").path
    let made = try effects.perform(effects.survey("'\(path)' --space 'My room'").number).outcome
    #expect(made.newSpaces.map(\.plain) == ["'My room'"])
    #expect(made.operations.isEmpty && made.extended.isEmpty)
    let changed = try effects.perform(effects.survey("'\(path)' --space Kitchen").number).outcome
    #expect(changed.newSpaces.isEmpty && changed.operations.count == 1)
  }
}
