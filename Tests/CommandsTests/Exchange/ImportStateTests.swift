import Foundation
import Testing

@testable import HyperbasisCommands

/// Complete states: what is deleted because a file lacks it.
@Suite struct ImportStateTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  private func path(_ name: String) -> String { files.directory.appending(path: name).path }

  private func importing(_ text: String, _ name: String, _ words: String...) throws
    -> Workbench.Outcome
  {
    try files.write(text, to: name)
    return bench.run(["import", path(name), "--space", "S", "--yes"] + words)
  }

  private func anchors() throws -> Int {
    try #require(try bench.object("show", "S")["anchors"] as? [[String: Any]]).count
  }

  private let heading = "id,x,y,z\n"
  private let whole = "id,x,y,z\na,1,2,3\nb,1,2,3\nc,1,2,3\n"

  @Test func `a state with a row that cannot be read deletes nothing`() throws {
    #expect(try importing(whole, "w.csv", "--snapshot", "--at", "2024-01-01").status == 0)
    let broken = heading + "a,1,2,3\nb,one,2,3\nc,1,2,3\n"
    let outcome = try importing(
      broken, "w2.csv", "--snapshot", "--at", "2024-01-02", "--skip-bad")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.errors.hasPrefix(
        "hyperbasis: w2.csv: 1 of 3 rows cannot be read; nothing was written; a complete state "
          + "without it would delete what is in it: correct it, or import without --snapshot\n"),
      "\(outcome)")
    #expect(try anchors() == 3)
  }

  @Test(arguments: ["", "id,x,y,z\n", "id,x,y,z\na,1,2,3\nb,1"])
  func `a state that is empty or was cut off deletes nothing`(text: String) throws {
    #expect(try importing(whole, "w.csv", "--snapshot", "--at", "2024-01-01").status == 0)
    let outcome = try importing(text, "w2.csv", "--snapshot", "--at", "2024-01-02")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("complete state"), "\(outcome)")
    #expect(try anchors() == 3)
  }

  @Test func `of several states all that they delete is said`() throws {
    #expect(try importing(whole, "w.csv", "--snapshot", "--at", "2023-01-01").status == 0)
    var text = "id,time,x,y,z\n"
    for day in 10..<22 { text += "n\(day),2024-01-\(day),1,2,3\n" }
    let sentences = [
      "The input holds 12 complete states, one for each time, and 14 anchors are deleted because the "
        + "next state does not have them.",
      "A state drops more than half of the anchors of the one before it; if all rows are one state, "
        + "give its time with --at DATE.",
    ]
    let outcome = try importing(text, "d.csv", "--snapshot", "--dry-run")
    for sentence in sentences { #expect(outcome.output.contains(sentence), "\(outcome)") }
    #expect(outcome.output.contains("14 deleted"), "\(outcome)")
    let plan = try bench.object("import", path("d.csv"), "--space", "S", "--snapshot", "--dry-run")
    let space = try #require((plan["spaces"] as? [[String: Any]])?.first)
    #expect(space["notes"] as? [String] == sentences)
    let one = try importing(text, "d.csv", "--snapshot", "--at", "2024-01-01", "--dry-run")
    #expect(one.output.contains("3 anchors of the space are not in the state"), "\(one)")
    #expect(!one.output.contains("more than half"), "\(one)")
  }

  @Test func `the file of a state once more is no state unless that is said again`() throws {
    #expect(try importing(whole, "w.csv", "--snapshot", "--at", "2024-01-01").status == 0)
    #expect(bench.run("add", "S", "--position", "1,1,1").status == 0)
    let outcome = try importing(whole + "d,1,2", "w.csv")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.output.contains("--snapshot"), "\(outcome)")
    #expect(try anchors() == 4)
  }

  @Test
  func `a state that is older than one before it is pointed out, because repeats are no events`()
    throws
  {
    let note = "goes through 2025-01-03T00:00:00Z, and this input is older"
    for (text, day) in [
      (heading + "a,1,2,3\nb,1,2,4\n", 1), (heading + "b,1,2,4\n", 3),
      (heading + "a,1,2,3\nb,1,2,5\nc,1,1,1\n", 2), (heading + "b,1,2,4\n", 3),
      (heading + "b,1,2,6\n", 4),
    ].map({ ($0.0, "2025-01-0\($0.1)") }) {
      let isOlder = day.hasSuffix("2")
      let outcome = try importing(text, "w.csv", "--snapshot", "--at", day)
      #expect(outcome.status == 0, "\(outcome)")
      #expect((outcome.output + outcome.errors).contains(note) == isOlder, "\(day): \(outcome)")
    }
    // Other anchors have a past of their own.
    let other = try importing("id,time,x,y,z\nz,2024-06-01,1,2,3\n", "z.csv")
    #expect(other.status == 0 && !other.output.contains("is older"), "\(other)")
    let same = try importing("id,time,x,y,z\nb,2024-06-01,1,2,3\n", "b.csv")
    #expect(same.output.contains("goes through 2025-01-04T00:00:00Z"), "\(same)")
  }
}
