import Foundation
import TestSupport
import Testing

/// The program of a user who may not write in some of the store's folders: a change is made whole or not
/// at all.
struct PermissionTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    #expect(try store.program.run("add", "text=Sofa", "--position", "2,0,1").status == 0)
  }

  /// No permission stops the superuser, so the program then runs as somebody else, who owns the store.
  private func run(_ words: String...) throws -> BuiltProgram.Outcome {
    guard geteuid() == 0 else { return try store.program.run(words) }
    let program = store.directory.appending(path: ".program")
    if !FileManager.default.fileExists(atPath: program.path) {
      try FileManager.default.copyItem(atPath: BuiltProgram.path, toPath: program.path)
      let owned = try store.program.run(
        executable: "/bin/chown", ["-R", Self.user, store.directory.path])
      #expect(owned.status == 0, "\(owned.errors)")
    }
    return try store.program.run(
      executable: "/usr/bin/setpriv",
      ["--reuid", Self.user, "--regid", Self.user, "--clear-groups", program.path] + words)
  }

  private static let user = "65534"

  private func protect(_ folder: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555],
      ofItemAtPath: store.directory.appending(path: folder).path)
  }

  /// What the store holds besides what can be made again.
  private func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: store.directory.path).sorted().filter {
      !$0.hasPrefix(".program") && !$0.hasPrefix(".local") && !$0.hasPrefix(".config")
        && !$0.hasPrefix(".hyperbasis/index") && !$0.hasPrefix(".hyperbasis/locks")
    }
  }

  @Test(arguments: ["spaces", "events", "anchors", "log"])
  func `a space of which not all can be moved stays whole`(_ protected: String) throws {
    #expect(try run("show", "Hall").status == 0)
    let log = try #require(
      try FileManager.default.contentsOfDirectory(
        atPath: store.directory.appending(path: "events").path
      ).first)
    try protect(protected == "log" ? "events/\(log)" : protected)
    let before = try names()
    let outcome = try run("delete-space", "Hall", "--yes")
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.errors.contains("Permission denied"), "\(outcome.errors)")
    #expect(try names() == before)
    let shown = try run("show", "Hall")
    #expect(shown.output.contains("2 anchors"), "\(shown)")
    #expect(try run("trash", "--json").output == "[]\n")
  }

  @Test func `an import that cannot write its events creates no space`() throws {
    try Data("id,time,x,y,z\na,2024-01-01,1,2,3\n".utf8).write(
      to: store.directory.appending(path: "rows.csv"))
    #expect(try run("show", "Hall").status == 0)
    try protect("events")
    let before = try names()
    let rows = store.directory.appending(path: "rows.csv").path
    let outcome = try run("import", rows, "--yes")
    #expect(outcome.status == 73, "\(outcome)")
    #expect(try names() == before)
  }
}
