import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// What anchors have and a file does not mention stays as it is.
@Suite struct MissingColumnTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
    let table = "id,time,x,y,z,note,n\na,2024-01-01T00:00:00Z,1,2,3,hi,5\n"
    #expect(try importing(table).status == 0)
  }

  private func importing(_ text: String, _ name: String = "a.csv", _ words: String...) throws
    -> Workbench.Outcome
  {
    try files.write(text, to: name)
    let path = files.directory.appending(path: name).path
    return bench.run(["import", path, "--space", "U", "--yes"] + words)
  }

  private func metadata() throws -> [String: String] {
    let anchors = try #require(try bench.object("show", "U")["anchors"] as? [[String: Any]])
    let metadata = try #require(anchors.first?["metadata"] as? [String: Any])
    return metadata.mapValues { "\($0)" }
  }

  private let places = "id,time,x,y,z\na,2024-01-02T00:00:00Z,4,2,3\na,2024-01-03T00:00:00Z,5,2,3\n"

  @Test(arguments: ["unset", "keep", "null"])
  func `places alone move an anchor and leave what it has`(empty: String) throws {
    let outcome = try importing(places, "b.csv", "--empty", empty)
    #expect(outcome.output.contains("would change the space \"U\": 2 moved = 2 events"))
    #expect(try metadata() == ["label": "a", "note": "hi", "n": "5"])
    #expect(try importing(places, "b.csv").output.contains("Nothing to change: 0 events"))
    #expect(bench.run("verify").status == 0)
  }

  @Test func `a complete state says nothing of keys that it does not have`() throws {
    let state = "id,x,y,z\na,4,2,3\n"
    let outcome = try importing(state, "s.csv", "--snapshot", "--at", "2024-01-02")
    #expect(outcome.output.contains("1 moved = 1 event"), "\(outcome)")
    #expect(try metadata() == ["label": "a", "note": "hi", "n": "5"])
  }

  @Test func `a column that is there counts, also where its cells are empty`() throws {
    let table = "id,time,x,y,z,n\na,2024-01-02T00:00:00Z,4,2,3,\n"
    #expect(try importing(table, "b.csv").output.contains("1 moved, 1 updated = 2 events"))
    #expect(try metadata() == ["label": "a", "note": "hi"])
  }

  @Test func `a column that is left out is not there`() throws {
    let table = "id,time,x,y,z,note,n\na,2024-01-02T00:00:00Z,4,2,3,no,6\n"
    #expect(try importing(table, "b.csv", "--keep", "n").status == 0)
    #expect(try metadata() == ["label": "a", "note": "hi", "n": "6"])
  }

  @Test func `what somebody wrote meanwhile stays, and a name that is gone`() throws {
    bench.now = bench.now.advanced(byMicroseconds: 60_000_000)
    #expect(bench.run("set", "a", "color=red").status == 0)
    #expect(bench.run("set", "a", "--unset", "label").status == 0)
    let later = "id,time,x,y,z,n\na,2024-07-01T00:00:00Z,4,2,3,6\n"
    #expect(try importing(later, "b.csv").status == 0)
    #expect(try metadata() == ["color": "red", "note": "hi", "n": "6"])
  }

  @Test func `a source that names its anchors replaces the name made of the id`() throws {
    let later = "id,time,x,y,z,text\na,2024-01-02T00:00:00Z,1,2,3,Pump\n"
    #expect(try importing(later, "b.csv").status == 0)
    #expect(try metadata() == ["text": "Pump", "note": "hi", "n": "5"])
  }

  /// The members of all records together are the columns of a file, wherever each appears first.
  @Test(arguments: [true, false])
  func `a member that comes late is there from the first record on`(isLast: Bool) throws {
    let without = #"{"id":"a","time":"2024-01-02T00:00:00Z","x":4,"y":2,"z":3}"#
    let with = #"{"id":"b","time":"2024-01-02T00:00:00Z","x":4,"y":2,"z":3,"note":"late"}"#
    let lines = isLast ? [without, with] : [with, without]
    #expect(try importing(lines.map { $0 + "\n" }.joined(), "b.jsonl").status == 0)
    let anchors = try #require(try bench.object("show", "U")["anchors"] as? [[String: Any]])
    let all = anchors.compactMap { $0["metadata"] as? [String: Any] }
    let a = try #require(all.first { $0["label"] as? String == "a" })
    #expect(a["note"] == nil && a["n"] as? Int == 5, "\(a)")
  }

  @Test func `of several files each leaves what it does not have`() throws {
    let space = try Workbench()
    let both = try Workbench()
    let first = "id,time,x,y,z,note\nq,2024-01-01T00:00:00Z,1,2,3,hi\n"
    let second = "id,time,x,y,z,n\nq,2024-01-02T00:00:00Z,1,2,3,5\n"
    try files.write(first, to: "1.csv")
    try files.write(second, to: "2.csv")
    let paths = ["1.csv", "2.csv"].map { files.directory.appending(path: $0).path }
    for words in [[paths[0]], [paths[1]]] {
      #expect(space.run(["import", "--space", "V"] + words).status == 0)
    }
    for paths in [paths, paths.reversed()] {
      let bench = paths[0] < paths[1] ? both : try Workbench()
      #expect(bench.run(["import", "--space", "V"] + paths).status == 0)
      let anchors = try #require(try bench.object("show")["anchors"] as? [[String: Any]])
      let found = try #require(anchors.first?["metadata"] as? NSDictionary)
      let apart = try #require(try space.object("show")["anchors"] as? [[String: Any]])
      #expect(found == apart.first?["metadata"] as? NSDictionary)
      #expect(found == ["label": "q", "note": "hi", "n": 5])
    }
  }
}
