import Foundation
import Testing

@testable import HyperbasisCommands

/// What an import counts: the rows and anchors of the input, separately for each space.
@Suite struct ImportCountTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  private func path(_ name: String) -> String { files.directory.appending(path: name).path }

  // MARK: States

  @Test func `of a state the anchors of the file are counted, and those that go`() throws {
    try files.write("id,x,y,z\na,1,2,3\nb,1,2,3\nc,1,2,3\n", to: "s-2024-01-01.csv")
    try files.write("id,x,y,z\nq,1,2,3\n", to: "s-2024-01-02.csv")
    let words = ["--snapshot", "--time-from", "name", "--space", "S"]
    #expect(bench.run(["import", path("s-2024-01-01.csv"), "--yes"] + words).status == 0)
    let command = ["import", path("s-2024-01-02.csv")] + words
    let asked = bench.run(command)
    #expect(asked.status == 64)
    #expect(
      asked.errors.contains("this imports 1 anchor and deletes 3 others; add --yes"), "\(asked)")
    let rehearsal = bench.run(command + ["--dry-run"])
    #expect(rehearsal.output.contains("  anchor    id     1 anchor\n"), "\(rehearsal)")
    let note = "3 anchors of the space are not in the state and are deleted."
    #expect(rehearsal.output.contains(note), "\(rehearsal)")
    #expect(rehearsal.output.contains("1 created, 3 deleted = 4 events"))
    #expect(rehearsal.output.contains("--snapshot --yes\n"), "\(rehearsal)")
    let plan = try bench.object(command + ["--dry-run"])
    let space = try #require((plan["spaces"] as? [[String: Any]])?.first)
    #expect(space["anchors"] as? Int == 1)
    #expect(bench.run(command + ["--yes"]).status == 0)
    let again = bench.run(command)
    #expect(again.output.hasSuffix("Nothing to change: 0 events, 1 row already there.\n"))
    #expect(!again.output.contains("not in the state"), "\(again)")
  }

  // MARK: Spaces

  private let rooms =
    "id,time,x,y,z,room\na,2024-01-01T00:00:00Z,1,2,3,A\nb,2024-01-01T00:00:00Z,1,2,3,B\n"
    + "c,2024-01-01T00:00:00Z,1,2,3,B\n"

  @Test func `each space of a column has its own rows, and all have one command`() throws {
    try files.write(rooms, to: "q.csv")
    let words = ["import", path("q.csv"), "--space-column", "room"]
    for (isNew, there) in [(true, [0, 0]), (false, [1, 2])] {
      let plan = try bench.object(words + ["--yes"])
      let spaces = try #require(plan["spaces"] as? [[String: Any]])
      #expect(spaces.map { $0["name"] as? String } == ["A", "B"])
      #expect(spaces.map { $0["isNew"] as? Bool } == [isNew, isNew])
      #expect(spaces.map { $0["rows"] as? Int } == [1, 2])
      #expect(spaces.map { $0["anchors"] as? Int } == [1, 2])
      #expect(spaces.map { $0["alreadyThere"] as? Int } == there)
      for space in spaces {
        let command = space["command"] as? [String] ?? []
        #expect(!command.contains("--space") && command.contains("--space-column"), "\(command)")
      }
    }
    let outcome = bench.run(words + ["--dry-run"])
    #expect(outcome.output.components(separatedBy: "  hyperbasis import").count == 2, "\(outcome)")
    #expect(outcome.output.components(separatedBy: "every row is already there").count == 3)
  }

  @Test func `a space cannot be named twice`() throws {
    try files.write(rooms, to: "q.csv")
    let outcome = bench.run("import", path("q.csv"), "--space-column", "room", "--space", "A")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--space and --space-column each say"), "\(outcome)")
  }

  @Test func `of all rows of a file some cannot be read`() throws {
    try files.write(rooms + "d,2024-01-01T00:00:00Z,1,2,q,B\n", to: "q.csv")
    let outcome = bench.run("import", path("q.csv"), "--space-column", "room", "--yes")
    #expect(outcome.errors.contains("q.csv: 1 of 4 rows cannot be read"), "\(outcome)")
  }

  // MARK: Great distances

  @Test func `a jump as far as a number goes has a length`() throws {
    let rows =
      "id,time,x,y,z\na,2024-01-01T00:00:00Z,1,2,3\na,2024-01-02T00:00:00Z,3e38,2,3\n"
      + "a,2024-01-03T00:00:00Z,-3e38,2,3\n"
    try files.write(rows, to: "j.csv")
    let outcome = bench.run("import", path("j.csv"), "--dry-run")
    #expect(outcome.status == 0 && !outcome.output.contains("inf"), "\(outcome)")
    #expect(outcome.output.contains("; 6.0e+38 m × 0 m\n"), "\(outcome)")
    #expect(outcome.output.contains("Line 3: a jump of 3.0e+38 m.\n"), "\(outcome)")
    try files.write(rows.replacing("3e38", with: "4e38"), to: "j.csv")
    let refused = bench.run("import", path("j.csv"), "--dry-run")
    #expect(refused.errors.contains("a number is too large for the store"), "\(refused)")
  }
}
