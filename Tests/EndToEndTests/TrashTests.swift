import Foundation
import Testing

/// Deleted spaces in the built program: listed, and brought back.
struct TrashTests {
  private let store: ScratchStore
  private var program: BuiltProgram { store.program }

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    for text in ["Lamp", "Chair"] {
      let added = try store.program.run("add", "Hall", "text=\(text)", "--position", "1,0,1")
      #expect(added.status == 0)
    }
  }

  private func files() throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: store.directory.path)
    return paths.filter { !$0.hasPrefix(".hyperbasis") }.reduce(into: [:]) { files, path in
      files[path] = try? Data(contentsOf: store.directory.appending(path: path))
    }
  }

  @Test func aDeletedSpaceComesBackByteByByte() throws {
    #expect(try program.run("trash").output == "The trash is empty.\n")
    #expect(try program.run("delete", "Chair").status == 0)
    let before = try files()
    let deleted = try program.run("delete-space", "Hall", "--yes")
    #expect(deleted.output.contains("hyperbasis restore-space"))
    #expect(try files().isEmpty)

    let listed = try program.run("trash").output
    #expect(listed.contains("Hall") && listed.contains("DELETED"))
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(program.run("trash", "--json").output.utf8))
        as? [[String: Any]])
    #expect(
      list.count == 1 && list[0]["events"] as? Int == 3 && list[0]["name"] as? String == "Hall")
    let id = try #require(list[0]["id"] as? String)
    #expect((list[0]["deletedAt"] as? String)?.hasSuffix("Z") == true)
    #expect(try files().isEmpty)

    let dry = try program.run("restore-space", "hall", "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("Nothing was written"))
    #expect(try files().isEmpty)
    #expect(try program.run("restore-space", "hall").status == 64)
    let restored = try program.run("restore-space", String(id.prefix(8)), "--yes", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(restored.output.utf8))
    let space = (object as? [String: Any])?["space"] as? [String: Any]
    #expect(restored.status == 0 && space?["anchors"] as? Int == 1)
    #expect(try files() == before)
    #expect(try program.run("trash").output == "The trash is empty.\n")
    #expect(try program.run("verify").status == 0)
    #expect(try program.run("undo").status == 0)
    #expect(try program.run("show").output.contains("Chair"))
  }

  @Test func itIsRefusedWholeWhereTheSpaceIsThereAgain() throws {
    let spaces = store.directory.appending(path: "spaces")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: spaces.path).first)
    let file = try Data(contentsOf: spaces.appending(path: name))
    #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
    #expect(try !program.run("trash").output.contains("exists again"))
    try file.write(to: spaces.appending(path: name))
    #expect(try program.run("trash").output.contains("  exists again\n"))
    #expect(try program.run("trash", "--json").output.contains(#""isThereAgain":true"#))
    let before = try files()
    let refused = try program.run("restore-space", "Hall", "--yes")
    #expect(refused.status == 1 && refused.errors.contains("exists again"))
    #expect(try files() == before)
    #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
    #expect(try program.run("trash").output.components(separatedBy: "Hall").count == 3)
  }

  /// A process that deletes a space may be killed before the space's file is moved, which goes last.
  @Test(arguments: [false, true])
  func aDeletionThatDidNotEndIsTakenBack(isRepeated: Bool) throws {
    let before = try files()
    #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
    let trash = store.directory.appending(path: ".hyperbasis/trash")
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: trash.path).first)
    let part = trash.appending(path: "\(folder)/spaces")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: part.path).first)
    try FileManager.default.moveItem(
      at: part.appending(path: name), to: store.directory.appending(path: "spaces/\(name)"))
    if isRepeated {
      #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: trash.path) == [folder])
    }
    let id = String(name.prefix(8))
    let verified = try program.run("verify").output
    #expect(verified.contains("cut-short") != isRepeated, "\(verified)")
    let restored = try program.run("restore-space", id, "--yes")
    #expect(restored.status == 0, "\(restored)")
    #expect(try files() == before)
    #expect(try program.run("verify").status == 0)
  }

  @Test func whatIsNotThereIsTold() throws {
    #expect(try program.run("restore-space", "Hall").status == 65)
    #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
    let none = try program.run("restore-space", "Attic")
    #expect(none.status == 65 && none.errors.contains("in the trash"))
  }

  /// A process that dies halfway leaves a space whose restoration is completed later.
  @Test func aHalfRestoredSpaceIsFinished() throws {
    let before = try files()
    #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
    let trash = store.directory.appending(path: ".hyperbasis/trash")
    let folder = trash.appending(
      path: try #require(try FileManager.default.contentsOfDirectory(atPath: trash.path).first))
    let manager = FileManager.default
    try manager.createDirectory(
      at: folder.appending(path: "restoring"), withIntermediateDirectories: false)
    for log in try manager.contentsOfDirectory(atPath: folder.appending(path: "events").path) {
      try manager.moveItem(
        at: folder.appending(path: "events/\(log)"),
        to: store.directory.appending(path: "events/\(log)"))
    }
    #expect(try program.run("verify").output.contains("the restore of space"))
    #expect(try program.run("restore-space", "Hall", "--yes").status == 0)
    #expect(try files() == before)
    #expect(try program.run("trash").output == "The trash is empty.\n")
    #expect(try program.run("verify").output.contains("no problems"))
  }

  /// A process that dies before the log is moved leaves a space whose anchors have no files.
  @Test func aDeletionThatHardlyBeganIsNamed() throws {
    let anchors = store.directory.appending(path: "anchors")
    let manager = FileManager.default
    let name = try #require(try manager.contentsOfDirectory(atPath: anchors.path).first)
    let space = try #require(
      try manager.contentsOfDirectory(atPath: store.directory.appending(path: "events").path).first)
    let trash = store.directory.appending(path: ".hyperbasis/trash/\(space).20240620T120000Z")
    try manager.createDirectory(
      at: trash.appending(path: "anchors"), withIntermediateDirectories: true)
    try manager.moveItem(
      at: anchors.appending(path: name), to: trash.appending(path: "anchors/\(name)"))
    let verified = try program.run("verify")
    #expect(verified.status == 0 && verified.output.contains("the deletion of space"))
    #expect(try program.run("delete-space", "Hall", "--yes").status == 0)
    #expect(try program.run("verify").output.contains("Nothing to check"))
  }
}
