import Foundation
import Testing

/// An anchor that an app with the original SDK saves again under another space, as the program shows it.
struct MovedAnchorTests {
  private let store: ScratchStore
  private var program: BuiltProgram { store.program }

  init() throws {
    store = try ScratchStore()
    for name in ["Hall", "Attic"] { #expect(try store.program.run("new", name).status == 0) }
    let added = try store.program.run("add", "Hall", "text=Lamp", "--position", "1,0,1")
    #expect(added.status == 0)
  }

  /// Writes the id of a named space and a date into the anchor's file, as the SDK does.
  private func saveAgain(under name: String, at date: String) throws {
    let list = try program.run("spaces", "--json").output
    let spaces = try #require(
      try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])
    let space = try #require(spaces.first { $0["name"] as? String == name }?["id"] as? String)
    let folder = store.directory.appending(path: "anchors")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let path = folder.appending(path: file)
    var anchor = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
    anchor["spaceId"] = space
    anchor["updatedAt"] = date
    try JSONSerialization.data(withJSONObject: anchor).write(to: path)
  }

  /// Even if the clock of that device was ahead of this one.
  @Test(arguments: ["2190-01-01T00:00:00Z", "2190-06-01T12:30:00Z"])
  func aChangeOfItCountsInTheNewSpaceAlone(date: String) throws {
    try saveAgain(under: "Attic", at: date)
    #expect(try program.run("show", "Hall").output.contains("0 anchors"))
    let move = try program.run("move", "Lamp", "--to", "3,3,3")
    #expect(move.status == 0, "\(move)")
    for _ in 0..<2 {
      #expect(try program.run("show", "Hall").output.contains("0 anchors"))
      #expect(try program.run("show", "Attic").output.contains("3.00  3.00  3.00"))
    }
    #expect(try !program.run("verify").output.contains("drift"))
  }
}
