import Foundation
import Testing

@testable import HyperbasisCommands

/// From where the places of an import are measured: all imports into a space from the same point.
@Suite struct ImportOriginTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  @discardableResult
  private func importing(_ text: String, _ name: String, _ words: String...) throws
    -> Workbench.Outcome
  {
    try files.write(text, to: name)
    let outcome = bench.run(
      ["import", files.directory.appending(path: name).path] + words + ["--yes"])
    #expect(outcome.status == 0, "\(outcome)")
    return outcome
  }

  /// The anchors' labels with their positions, in metres.
  private func places(_ space: String = "S") throws -> [String: [Double]] {
    let anchors = try #require(try bench.object("show", space)["anchors"] as? [[String: Any]])
    return anchors.reduce(into: [:]) { result, anchor in
      let metadata = anchor["metadata"] as? [String: Any]
      guard let label = metadata?["label"] as? String,
        let transform = anchor["transform"] as? [Double]
      else { return }
      result[label] = Array(transform[12..<15])
    }
  }

  private let day1 = """
    text,time,lat,lon
    A,2024-06-01T09:00:00Z,50.1,8.1
    B,2024-06-01T09:00:00Z,50.11,8.11

    """
  private let day2 = """
    text,time,lat,lon
    C,2024-06-02T09:00:00Z,50.2,8.3
    A,2024-06-02T09:00:00Z,50.1,8.1

    """

  @Test func `what did not move has not moved in a later file of degrees`() throws {
    try importing(day1, "1.csv", "--space", "S", "--id", "text")
    let before = try #require(try places()["A"])
    let outcome = try importing(day2, "2.csv", "--space", "S", "--id", "text")
    #expect(outcome.output.contains("Places are measured from 50.1,8.1,0, as in earlier "))
    #expect(!outcome.output.contains("moved"), "\(outcome)")
    let after = try places()
    #expect(after["A"] == before && after["C"] != before)
    #expect(try #require(after["C"])[0] > 14_000)
    // And each place leaves as it came.
    let table = bench.run("export", "S", "--format", "geojson").output
    #expect(table.contains("[8.1,50.1") && table.contains("[8.3,50.2"), "\(table)")
  }

  @Test func `a file with the same origin needs no word about it`() throws {
    try importing(day1, "1.csv", "--space", "S", "--id", "text")
    let again = try importing(
      day1 + "A,2024-06-03T09:00:00Z,50.1,8.2\n", "3.csv", "--space", "S", "--id", "text")
    #expect(!again.output.contains("measure"), "\(again)")
  }

  @Test func `what did not move has not moved in a later file of far metres`() throws {
    let header = "text,time,x,y,z\n"
    try importing(
      header + "A,2024-06-01T09:00:00Z,500123,5400456,3\n", "1.csv", "--space", "S", "--id",
      "text")
    let before = try #require(try places()["A"])
    let outcome = try importing(
      header + "C,2024-06-02T09:00:00Z,512000,5400456,3\nA,2024-06-02T09:00:00Z,500123,5400456,3\n",
      "2.csv", "--space", "S", "--id", "text")
    #expect(outcome.output.contains("Places are measured from 500000,5400000,0, as in earlier "))
    #expect(try places()["A"] == before)
    #expect(try places()["C"]?[0] == 12_000)
    // Even beside places that are near, from which nothing would be subtracted otherwise.
    let mixed = try importing(
      header + "A,2024-06-03T09:00:00Z,500123,5400456,3\nD,2024-06-03T09:00:00Z,500001,5400001,3\n",
      "3.csv", "--space", "S", "--id", "text")
    #expect(!mixed.output.contains("moved"), "\(mixed)")
    #expect(try places()["D"]?[0] == 1)
  }

  @Test func `another origin is followed where it is asked for, and pointed out`() throws {
    try importing(day1, "1.csv", "--space", "S", "--id", "text")
    let outcome = try importing(
      day2, "2.csv", "--space", "S", "--id", "text", "--origin", "50.2,8.3")
    #expect(
      outcome.output.contains(
        "Earlier imports into this space measure from 50.1,8.1,0, this one from 50.2,8.3,0: "
          + "places of the two do not fit together."), "\(outcome)")
    #expect(try places()["C"]?[0] == 0)
    let near = try importing(
      "text,time,x,y,z\nN,2024-06-03T09:00:00Z,1,2,3\n", "3.csv", "--space", "S", "--id", "text")
    #expect(near.output.contains("this one from 0: places of the two"), "\(near)")
    // Which does not make an export forget where the others are.
    let table = bench.run("export", "S", "--format", "geojson").output
    #expect(table.contains("[8.3,50.2"), "\(table)")
  }

  @Test func `each space of a file keeps its own origin`() throws {
    let header = "where,text,time,lat,lon\n"
    try importing(
      header + "N,A,2024-06-01T09:00:00Z,60.1,8.1\nS,B,2024-06-01T09:00:00Z,40.1,8.1\n", "1.csv",
      "--space-column", "where", "--id", "text")
    let (north, south) = (try places("N"), try places("S"))
    let outcome = try importing(
      header
        + "S,C,2024-06-02T09:00:00Z,41.1,8.1\nN,D,2024-06-02T09:00:00Z,61.1,8.1\n"
        + "N,A,2024-06-02T09:00:00Z,60.1,8.1\nS,B,2024-06-02T09:00:00Z,40.1,8.1\n", "2.csv",
      "--space-column", "where", "--id", "text")
    #expect(!outcome.output.contains("moved"), "\(outcome)")
    #expect(try places("N")["A"] == north["A"])
    #expect(try places("S")["B"] == south["B"])
  }
}
