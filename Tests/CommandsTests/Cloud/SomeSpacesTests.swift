import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// `hyperbasis sync SPACE`, which says nothing of the other spaces but that they wait.
struct SomeSpacesTests {
  private let here: Workbench

  init() async throws {
    here = try Kitchen.workbench()
    here.connect(to: FakeCloud(.migrated))
    _ = here.run("new", "Hall")
    _ = await here.runApart("sync")
  }

  @Test func `what was asked for is in sync although others wait`() async {
    _ = here.run("set", "2222", "x=1")
    _ = here.run("rename", "Hall", "Loft")
    let rest = "1 change of another space waits for the cloud; hyperbasis sync sends it.\n"
    let outcome = await here.runApart("sync", "Loft")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.hasSuffix("Loft is in sync.\n" + rest), "\(outcome)")
    let again = await here.runApart("sync", "Loft")
    #expect(again.status == 0 && again.output.hasSuffix("Loft is in sync already.\n" + rest))
    #expect(await here.runApart("sync").output.hasSuffix("Everything is in sync.\n"))
    let both = await here.runApart("sync", "Loft", "Kitchen")
    #expect(both.output.hasSuffix("Loft, Kitchen are in sync already.\n"), "\(both)")
  }

  /// What the file of an anchor says beyond the log is sent as events, and so counts as such.
  @Test func `a rehearsal counts what files say beyond the log`() async throws {
    let anchors = here.directory.appending(path: "anchors")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: anchors.path)
        .first { $0.hasPrefix("2222") })
    let file = anchors.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var changed = object
    changed["metadata"] = ["text": "written by the SDK"]
    changed["updatedAt"] = "2024-06-20T11:59:59Z"
    try JSONSerialization.data(withJSONObject: changed).write(to: file)
    let plan = try await here.objectApart("sync", "--dry-run")
    let spaces = try #require(plan["spaces"] as? [[String: Any]])
    let send = try #require(spaces.first?["send"] as? [String: Int])
    let sent = try #require(try await here.objectApart("sync")["sent"] as? [String: Int])
    for key in ["anchors", "events", "worldMaps"] { #expect(send[key] == sent[key], "\(key)") }
    #expect(send["events"] == 1)
  }
}
