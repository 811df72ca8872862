import Foundation
import Testing

@testable import HyperbasisCommands

/// How the import of a container treats anchor files that say more than their logs, as the original SDK
/// leaves them.
@Suite struct AnchorFileImportTests {
  private let bench: Workbench
  private let source: Workbench

  init() throws {
    (bench, source) = (try Workbench(), try Kitchen.workbench())
  }

  private func importing() -> Workbench.Outcome {
    bench.run("import", "sdk", source.directory.path, "--yes")
  }

  /// Changes an anchor's file as the SDK does, without appending an event.
  private func change(_ anchor: String, _ body: (inout [String: Any]) -> Void) throws {
    let path = source.directory.appending(path: "anchors/\(anchor).json")
    var file = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
    body(&file)
    try JSONSerialization.data(withJSONObject: file).write(to: path)
  }

  // MARK: Another space

  /// Both orders of the two spaces' ids.
  private static let attics = [
    "00000000-0000-4000-8000-000000000002", "FFFFFFFF-0000-4000-8000-000000000002",
  ]

  private func moveLamp(to attic: String) throws {
    try source.write(
      #"{"id":"\#(attic)","name":"Attic","createdAt":"2024-06-19T12:00:00Z","#
        + #""updatedAt":"2024-06-19T12:00:00Z","worldMapData":"","isCompressed":false}"#,
      to: "spaces/\(attic).json")
    try change(Kitchen.lamp) { file in
      file["spaceId"] = attic
      file["updatedAt"] = "2024-06-20T00:00:00Z"
    }
  }

  /// Returns the events of both spaces by their ids, types and dates, and what is visible.
  private func shown(_ bench: Workbench) throws -> [String] {
    try ["Kitchen", "Attic"].flatMap { space in
      let events = try bench.json("log", space) as? [[String: Any]] ?? []
      return events.map { "\($0["id"] ?? "") \($0["type"] ?? "") \($0["timestamp"] ?? "")" }
        .sorted() + [bench.run("show", space).output]
    }
  }

  @Test(arguments: attics)
  func `an anchor that left a space is not brought back there`(attic: String) throws {
    try moveLamp(to: attic)
    let before = try shown(source)
    #expect(importing().status == 0)
    #expect(try shown(bench) == before)
    #expect(importing().output.contains("Nothing to change"))
    #expect(!bench.run("verify").output.contains("drift"))
  }

  @Test(arguments: attics)
  func `an anchor leaves a space that was imported before`(attic: String) throws {
    #expect(importing().status == 0)
    try moveLamp(to: attic)
    #expect(importing().status == 0)
    #expect(try shown(bench) == shown(source))
    #expect(importing().output.contains("Nothing to change"))
    #expect(!bench.run("verify").output.contains("drift"))
  }

  @Test(arguments: attics)
  func `a repair writes the end in the space that was left`(attic: String) throws {
    try moveLamp(to: attic)
    let before = try shown(source)
    let report = source.run("verify", "--repair")
    #expect(try shown(source) == before, "\(report)")
    let log = try source.log(of: Kitchen.id)
    #expect(log.components(separatedBy: "\"deleted\"").count == 3)
    #expect(!source.run("verify").output.contains("drift"))
  }

  // MARK: Deletions

  /// Leaves the chair's deletion only in its file.
  private func deleteChairWithoutEvent() throws {
    try source.writeLog(Kitchen.lines.filter { !$0.contains(#""type":"deleted""#) })
  }

  /// Returns what is in the kitchen, without the date of its last event.
  private func rows(_ bench: Workbench) -> [Substring] {
    bench.run("show", "Kitchen").output.split(separator: "\n").dropFirst().map { $0 }
  }

  @Test func `what the source itself has deleted is no surprise`() throws {
    try deleteChairWithoutEvent()
    #expect(importing().status == 0)
    let again = importing()
    #expect(again.output.contains("Nothing to change"), "\(again)")
    #expect(!again.output.contains("deleted since"), "\(again)")
  }

  @Test func `an anchor that the SDK brought back comes back`() throws {
    try deleteChairWithoutEvent()
    #expect(importing().status == 0)
    try change(Kitchen.chair) { file in
      file["deletedAt"] = nil
      file["updatedAt"] = "2024-06-20T00:00:00Z"
    }
    #expect(rows(bench) != rows(source))
    #expect(importing().status == 0)
    #expect(rows(bench) == rows(source))
    #expect(importing().output.contains("Nothing to change"))
  }

  @Test func `what somebody deleted here stays deleted`() throws {
    try deleteChairWithoutEvent()
    try change(Kitchen.chair) { file in
      file["deletedAt"] = nil
      file["updatedAt"] = "2024-06-18T09:31:00Z"
    }
    #expect(importing().status == 0)
    #expect(bench.run("delete", Kitchen.chair).status == 0)
    try change(Kitchen.chair) { $0["updatedAt"] = "2024-06-21T00:00:00Z" }
    #expect(importing().output.contains("1 anchor in it was deleted since"))
  }
}
