import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// The samples through the command itself: what the store holds afterwards, and that running the command
/// again does not change it.
@Suite struct ImportCommandTests {
  @Test(arguments: ImportSample.names)
  func `a sample gives what it should, once`(name: String) throws {
    let sample = try ImportSample(name)
    let bench = try Workbench()
    for command in sample.commands {
      let outcome = bench.run(command + ["--yes"])
      #expect(outcome.status == 0, "\(command): \(outcome)")
    }
    try check(sample, bench)
    let before = try bench.contents()
    for command in sample.commands {
      let outcome = bench.run(command + ["--yes"])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("Nothing to change: 0 events"))
    }
    #expect(try bench.contents() == before)
    #expect(bench.run("verify").status == 0)
  }

  private func check(_ sample: ImportSample, _ bench: Workbench) throws {
    let expected = sample.expected
    let log = try #require(try bench.json("log") as? [[String: Any]])
    let types = Dictionary(grouping: log) { $0["type"] as? String ?? "" }.mapValues(\.count)
    #expect(types == expected["events"] as? [String: Int])
    #expect(log.first?["timestamp"] as? String == expected["first"] as? String)
    #expect(log.last?["timestamp"] as? String == expected["last"] as? String)
    let spaces = try #require(try bench.json("spaces") as? [[String: Any]])
    #expect(spaces.count == 1)
    #expect(spaces.first?["id"] as? String == expected["spaceId"] as? String)
    #expect(spaces.first?["name"] as? String == expected["space"] as? String)
    #expect(spaces.first?["anchors"] as? Int == expected["alive"] as? Int)
    if let bytes = expected["worldMapBytes"] as? Int {
      #expect(spaces.first?["worldMapBytes"] as? Int == bytes)
    }
    for position in expected["positions"] as? [[String: Any]] ?? [] {
      try check(position, bench)
    }
  }

  private func check(_ expected: [String: Any], _ bench: Workbench) throws {
    var words = ["show", "--deleted"]
    if let at = expected["at"] as? String, at != "end" { words += ["--at", at] }
    let anchors = try #require(try bench.object(words)["anchors"] as? [[String: Any]])
    let id = expected["anchorId"] as? String
    let anchor = try #require(anchors.first { $0["id"] as? String == id }, "\(words)")
    #expect((anchor["deletedAt"] is NSNull) == (expected["visible"] as? Bool))
    let transform = try #require(anchor["transform"] as? [Double])
    let wanted =
      expected["transform"] as? [Double]
      ?? [Double](repeating: .nan, count: 12) + (expected["position"] as? [Double] ?? [])
    for (found, wanted) in zip(transform, wanted) where wanted.isFinite {
      #expect(abs(found - wanted) <= 0.0001 * max(1, abs(wanted)), "\(expected)")
    }
    if let metadata = expected["metadata"] as? [String: Any] {
      #expect(NSDictionary(dictionary: metadata) == anchor["metadata"] as? NSDictionary)
    }
  }

  @Test func `nothing is written without a word, or as a rehearsal`() throws {
    let sample = try ImportSample("21-events")
    let bench = try Workbench()
    let command = try #require(sample.commands.first)
    let rehearsal = bench.run(command + ["--dry-run"])
    #expect(rehearsal.status == 0)
    #expect(
      rehearsal.output.contains("would create the space \"Copy\": 2 created, 1 moved, 1 deleted"))
    let refused = bench.run(command)
    #expect(refused.status == 64)
    #expect(try bench.contents().isEmpty)
  }

  /// An id that no space has is taken for the name of a new one.
  @Test func `a space that is there is filled by its id as well as by its name`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    try files.write("id,t,x,y,z\na,2024-01-01,1,2,3\n", to: "a.csv")
    let path = files.directory.appending(path: "a.csv").path
    #expect(bench.run("new", "Hall").status == 0)
    let id = try #require((try bench.json("spaces") as? [[String: Any]])?.first?["id"] as? String)
    for word in [id, id.lowercased(), "Hall", "hall"] {
      let outcome = bench.run("import", path, "--space", word)
      #expect(outcome.status == 0 && outcome.output.contains("--space Hall"), "\(outcome)")
    }
    #expect((try bench.json("spaces") as? [Any])?.count == 1)
    #expect(
      bench.run("log", "Hall").output.split(separator: "\n").count { $0.contains("created") } == 1)
  }

  /// Elsewhere the beginning of an id selects a space; here it could equally be the name of a new one.
  @Test func `a new space that looks like one that is there is told of`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    try files.write("id,t,x,y,z\na,2024-01-01,1,2,3\n", to: "hall.csv")
    let path = files.directory.appending(path: "hall.csv").path
    #expect(bench.run("new", "Hall").status == 0)
    let id = try #require((try bench.json("spaces") as? [[String: Any]])?.first?["id"] as? String)
    for words in [["--space", String(id.prefix(8))], []] {
      let outcome = bench.run(["import", path, "--dry-run"] + words)
      #expect(
        outcome.output.contains("becomes the name of a new space. To fill \"Hall\" instead"),
        "\(outcome)")
    }
    #expect(!bench.run("import", path, "--dry-run", "--space", "Attic").output.contains("becomes"))
    // Only if several spaces match the spelling is there a question.
    #expect(bench.run("new", "HALL").status == 0)
    #expect(bench.run("import", path, "--space", "Hall", "--dry-run").status == 0)
    let outcome = bench.run("import", path, "--space", "hall", "--dry-run")
    #expect(outcome.status == 65 && outcome.errors.contains("matches 2 spaces"), "\(outcome)")
  }

  @Test func `events go into the space that they name, whatever else is said`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "1,2,3").status == 0)
    let path = files.directory.appending(path: "hall.ndjson").path
    #expect(bench.run("export", "--format", "jsonl", "-o", path).status == 0)
    let other = try Workbench()
    #expect(other.run("import", "events", path, "--space", "Attic").status == 0)
    #expect(other.run("spaces").output.contains("Attic"))
    let outcome = other.run("import", "events", path, "--space", "Loft", "--dry-run")
    #expect(
      outcome.output.contains("they go into \"Attic\", and \"Loft\" is not used"), "\(outcome)")
    #expect(!other.run("import", "events", path, "--space", "Attic").output.contains("not used"))
  }

  /// Lines do not contain the name of their space.
  @Test func `events of a new space are called as their file`() throws {
    let files = try Workbench()
    #expect(files.run("new", "Hall").status == 0)
    #expect(files.run("add", "Hall", "--position", "1,2,3").status == 0)
    let path = files.directory.appending(path: "hall.jsonl").path
    #expect(files.run("export", "--format", "jsonl", "-o", path).status == 0)
    let bench = try Workbench()
    let outcome = bench.run("import", path)
    #expect(outcome.output.contains("would create the space \"hall\": 1 created"), "\(outcome)")
    #expect(bench.run("show", "hall").status == 0)
    #expect(bench.run("import", path).output.contains("Nothing to change"))
    // If another space already has the name, it is not used, and an existing space keeps its own.
    let other = try Workbench()
    try files.write("id,t,x,y,z\na,2024-01-01,1,2,3\n", to: "a.csv")
    let table = files.directory.appending(path: "a.csv").path
    #expect(other.run("import", table, "--space", "hall").status == 0)
    #expect(other.run("import", path).output.contains("would create a space without a name"))
    #expect(files.run("import", path).output.contains("Nothing to change"))
    #expect(files.run("spaces").output.contains("Hall"))
  }

  /// Lines keep their ids, even if another space holds the same anchors.
  @Test func `anchors that another space has already are told of`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    #expect(files.run("new", "Hall").status == 0)
    #expect(files.run("add", "Hall", "--position", "1,2,3", "text=a").status == 0)
    let path = files.directory.appending(path: "hall.jsonl").path
    #expect(files.run("export", "--format", "jsonl", "-o", path).status == 0)
    let table = files.directory.appending(path: "hall.csv").path
    #expect(files.run("export", "--format", "csv", "-o", table).status == 0)
    #expect(bench.run("import", table, "--space", "One").status == 0)
    let outcome = bench.run("import", path)
    #expect(
      outcome.output.contains("are in the space \"One\" already, with the same ids"), "\(outcome)")
    #expect(!bench.run("import", path).output.contains("with the same ids"))
  }

  /// The command in the last line can be run as it stands.
  @Test(arguments: ["log", "My Room", "-x", "--help"])
  func `the advice opens the space whatever its name`(name: String) throws {
    let bench = try Workbench()
    let files = try Workbench()
    try files.write("id,t,x,y,z\na,2024-01-01,1,2,3\n", to: "a.csv")
    let path = files.directory.appending(path: "a.csv").path
    let outcome = bench.run("import", path, "--space", name)
    #expect(outcome.status == 0, "\(outcome)")
    let id = try #require((try bench.json("spaces") as? [[String: Any]])?.first?["id"] as? String)
    let word = name.hasPrefix("-") ? id : name == "My Room" ? "'My Room'" : name
    #expect(
      outcome.output.hasSuffix(
        "; hyperbasis open \(word) opens it; hyperbasis delete-space \(word) takes it back\n"),
      "\(outcome)")
    let argument = word.replacing("'", with: "")
    #expect(bench.run("open", argument).status == 69)
    #expect(bench.run("delete-space", argument).status == 0)
  }

  /// They remain the operations that they were, none of which is the import.
  @Test func `lines that a space did not have yet say how they are taken back`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    try files.write(Kitchen.lines.prefix(3).map { $0 + "\n" }.joined(), to: "a.jsonl")
    try files.write(Kitchen.lines.map { $0 + "\n" }.joined(), to: "b.jsonl")
    let paths = ["a.jsonl", "b.jsonl"].map { files.directory.appending(path: $0).path }
    #expect(bench.run("import", "events", paths[0], "--space", "Loft", "--yes").status == 0)
    let outcome = bench.run("import", "events", paths[1], "--yes")
    #expect(
      outcome.output.hasSuffix(
        "; hyperbasis operations Loft lists its operations, hyperbasis undo Loft --operation ID takes "
          + "one back\n"), "\(outcome)")
    let list = try #require(try bench.json("operations", "Loft") as? [[String: Any]])
    let id = try #require(list.first?["operation"] as? String)
    let undone = bench.run("undo", "Loft", "--operation", id, "--yes")
    #expect(undone.status == 0, "\(undone)")
  }

  @Test func `a thing is said once`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    try files.write("id,t,x,y,z\n", to: "a.csv")
    let path = files.directory.appending(path: "a.csv").path
    let empty = bench.run("import", path)
    #expect(empty.output.hasSuffix("\nNothing to change: 0 events, there are no rows.\n"))
    #expect(empty.output.components(separatedBy: "no rows").count == 2, "\(empty)")
    try files.write("id,t,x,y,z\na,2024-01-02,1,2,3\n", to: "a.csv")
    #expect(bench.run("import", path).status == 0)
    let again = bench.run("import", path)
    #expect(again.output.hasSuffix("\nNothing to change: 0 events, 1 row already there.\n"))
    #expect(again.output.components(separatedBy: "already there").count == 2, "\(again)")
    try files.write("id,t,x,y,z\na,2024-01-01,1,2,4\n", to: "a.csv")
    let past = bench.run("import", path, "--dry-run")
    #expect(past.output.components(separatedBy: "earlier than others").count == 2, "\(past)")
  }

  @Test func `an unknown format is asked for by the file`() throws {
    let files = try Workbench()
    try files.write("\u{1}\u{2}what is this", to: "a file.dat")
    let path = files.directory.appending(path: "a file.dat").path
    let outcome = try Workbench().run("import", path)
    #expect(
      outcome
        == .init(
          status: 65, output: "",
          errors: "hyperbasis: the format of \(path) cannot be told from its content; name it: "
            + "hyperbasis import csv '\(path)'\n"))
  }

  @Test func `several files of one space are taken over together`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    try files.write(Kitchen.lines.prefix(3).map { $0 + "\n" }.joined(), to: "a.jsonl")
    try files.write(Kitchen.lines.dropFirst(2).map { $0 + "\n" }.joined(), to: "b.jsonl")
    let paths = ["a.jsonl", "b.jsonl"].map { files.directory.appending(path: $0).path }
    let outcome = bench.run(["import", "events"] + paths + ["--yes"])
    #expect(outcome.status == 0, "\(outcome)")
    let lines = try bench.log(of: Kitchen.id).split(separator: "\n").map(String.init)
    #expect(Set(lines) == Set(Kitchen.lines))
    #expect(lines.count == Kitchen.lines.count)
  }

  @Test func `a file that has grown is read as before`() throws {
    let bench = try Workbench()
    let files = try Workbench()
    // From these rows alone the day comes first; in the whole file, both readings would be possible.
    let head = "id,when,x,y,z\na,13/02/2024 10:00,0,0,0\nb,14/02/2024 10:00,1,0,0\n"
    try files.write(head, to: "walk.csv")
    let path = files.directory.appending(path: "walk.csv").path
    let options = ["--id", "id", "--time", "when", "--unit", "cm", "--space", "Walk", "--yes"]
    #expect(bench.run(["import", path] + options).status == 0)
    try files.write(head + "a,03/04/2024 10:00,200,0,0\n", to: "walk.csv")
    let grown = bench.run("import", path, "--space", "Walk", "--yes")
    #expect(grown.status == 0, "\(grown)")
    #expect(grown.output.contains("read the same way"))
    let shown = bench.run("log", "Walk", "--json", "--type", "moved").output
    #expect(shown.contains("2024-04-03T10:00:00Z") && shown.contains("2,0,0,1"), "\(shown)")
    // A different file is examined on its own.
    try files.write("id,when,x,y,z\nc,2024-02-13T10:00:00Z,300,0,0\n", to: "walk.csv")
    let other = bench.run("import", path, "--space", "Walk", "--dry-run")
    #expect(!other.output.contains("read the same way"))
  }

  @Test(arguments: [["--id", "id", "--time", "t", "--position", "pos"], []])
  func `keys stay as they are when a file grows by a member`(options: [String]) throws {
    let bench = try Workbench()
    let files = try Workbench()
    let head = #"{"id":"a","t":1704067200,"pos":[1,2,3],"meta":{"n":1}}"# + "\n"
    let more = #"{"id":"a","t":1704067202,"pos":[1,2,5],"meta":{"n":1},"other":{"n":7}}"# + "\n"
    let path = files.directory.appending(path: "walk.jsonl").path
    try files.write(head, to: "walk.jsonl")
    let command = ["import", "json", path, "--space", "Walk", "--yes"] + options
    #expect(bench.run(command).status == 0)
    try files.write(head + more, to: "walk.jsonl")
    let grown = bench.run(command)
    #expect(grown.status == 0, "\(grown)")
    // The new row alone: it moves the anchor, and has a new key.
    #expect(grown.output.contains("1 moved, 1 updated = 2 events"), "\(grown)")
    #expect(grown.output.contains("1 row unchanged or already there"), "\(grown)")
    let shown = bench.run("show", "Walk", "--json").output
    #expect(shown.contains(#""n":1"#) && shown.contains(#""other.n":7"#), "\(shown)")
    #expect(!shown.contains("meta.n"), "\(shown)")
    #expect(bench.run(command).output.contains("othing"), "the same file again adds nothing")
  }

  @Test func `a file that is not there, or is nothing, says so`() throws {
    let bench = try Workbench()
    let missing = bench.run("import", "/nowhere/a.csv", "--yes")
    #expect(missing.status == 65)
    #expect(missing.errors.contains("/nowhere/a.csv cannot be opened"))
    #expect(bench.run("import").status == 64)
    try bench.write("", to: "empty.zip")
    let empty = bench.run("import", "sdk", bench.directory.appending(path: "empty.zip").path)
    #expect(empty.status == 65)
    #expect(empty.errors.contains("neither a folder nor a zip archive"))
  }

  @Test func `options that cannot be are refused before anything is read`() throws {
    let bench = try Workbench()
    let wrong = [
      ["--axes", "rub/ruf"], ["--axes", "xyz"], ["--origin", "1"], ["--rate", "0"],
      ["--zone", "Mars/Phobos"], ["--gone-after", "5"], ["--min-move", "far"],
      ["--deleted-when", "gone"], ["--id", "a", "--as", "b"], ["--delimiter", "::"],
      ["--decimal", ";"],
    ]
    for words in wrong {
      let outcome = bench.run(["import", "a.csv"] + words)
      #expect(outcome.status == 64, "\(words): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix("hyperbasis: "))
    }
  }
}
