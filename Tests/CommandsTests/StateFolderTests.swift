import Foundation
import Hyperbasis
import HyperbasisCanvas
import Testing

@testable import HyperbasisCommands
@testable import HyperbasisTimeMachine

/// The files in which the views and drafts of spaces are remembered.
struct StateFolderTests {
  private let bench: Workbench
  private let space = UUID(uuidString: Kitchen.id) ?? UUID()

  init() throws { bench = try Workbench() }

  private func folder(store: String = "store") -> StateFolder {
    StateFolder(
      directory: bench.directory.appending(path: "state"),
      store: bench.directory.appending(path: store))
  }

  private func draft(savedAt seconds: Int64 = 1, edits: Int = 1) -> SavedDraft {
    let anchors = (0..<edits).map { _ in
      HBAnchor(spaceId: space, transform: HBTransform.identity, createdAt: bench.now.date)
    }
    return SavedDraft(
      spaceId: space, savedAt: HBInstant(microseconds: seconds * 1_000_000),
      head: HBLogHead(bytes: 0, events: 0, lastEventId: nil),
      edits: anchors.map { .init(before: nil, after: $0) })
  }

  private func files() throws -> [String] {
    let state = bench.directory.appending(path: "state").path
    return try FileManager.default.subpathsOfDirectory(atPath: state)
      .filter { $0.contains(".") }.sorted()
  }

  private func permissions(_ path: String) throws -> Int {
    let file = bench.directory.appending(path: "state/" + path).path
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test func whatIsSavedIsRecalledForItsStoreAndSpaceAlone() throws {
    var view = RememberedView()
    view.showsDeleted = true
    folder().remember(view, of: space)
    try folder().save(draft(edits: 3))
    let recalled = folder().recall(space)
    #expect(recalled.view == view)
    #expect(recalled.draft?.edits.count == 3)
    #expect(recalled.problem == nil)
    #expect(folder(store: "copy").recall(space).draft == nil)
    #expect(folder(store: "copy").recall(space).view == nil)
    #expect(folder().recall(UUID()).draft == nil)
  }

  @Test func viewsOfTheLongestUnusedAreForgotten() throws {
    let views = bench.directory.appending(path: "state/views")
    try FileManager.default.createDirectory(at: views, withIntermediateDirectories: true)
    for number in 0..<StateFolder.mostViews {
      let file = views.appending(path: "old-\(number).json")
      try Data("{}".utf8).write(to: file)
      let date = Date(timeIntervalSince1970: Double(1000 + number))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
    folder().remember(RememberedView(), of: space)
    #expect(try files().count == StateFolder.mostViews)
    #expect(try !files().contains("views/old-0.json"))
    #expect(try files().contains("views/old-1.json"))
    #expect(folder().recall(space).view == RememberedView())
  }

  @Test func onlyTheOwnerReadsIt() throws {
    folder().remember(RememberedView(), of: space)
    try folder().save(draft())
    let files = try files()
    #expect(files.count == 2, "no temporary file is left: \(files)")
    for file in files { #expect(try permissions(file) == 0o600) }
    #expect(try permissions("drafts") == 0o700)
  }

  @Test func severalDraftsAreOfferedOneAfterTheOther() throws {
    try folder().save(draft(savedAt: 5, edits: 1))
    try folder().save(draft(savedAt: 40, edits: 2))
    let recalled = folder().recall(space)
    let newest = try #require(recalled.draft)
    #expect(newest.edits.count == 2)
    #expect(recalled.olderDrafts.map(\.edits.count) == [1])
    folder().forget(newest)
    #expect(folder().recall(space).draft?.edits.count == 1)
  }

  @Test func whatCannotBeReadIsNamedAndKeptAside() throws {
    try folder().save(draft())
    folder().remember(RememberedView(), of: space)
    let damaged = try files()
    for file in damaged { try bench.write("not json\n", to: "state/" + file) }
    let recalled = folder().recall(space)
    #expect(recalled.draft == nil && recalled.view == nil)
    let problem = recalled.problem?.plain ?? ""
    #expect(problem.contains(".json, line 1: It is not JSON"), "\(problem)")
    #expect(problem.hasSuffix(".damaged"))
    #expect(try files() == damaged.map { $0 + ".damaged" }.sorted())
    #expect(folder().recall(space).problem == nil, "it is told once")
    try folder().save(draft(savedAt: 9))
    #expect(folder().recall(space).draft != nil)
  }

  @Test func aDamagedLineLeavesTheOthers() throws {
    try folder().save(draft(edits: 2))
    let path = "state/" + (try #require(try files().first))
    let text = try String(contentsOf: bench.directory.appending(path: path), encoding: .utf8)
    try bench.write(text.replacing("\"after\"", with: "\"efter\"", maxReplacements: 1), to: path)
    let recalled = folder().recall(space)
    #expect(recalled.draft?.edits.count == 1)
    #expect(recalled.problem?.plain.contains("line 2: this is not an edit of the space") == true)
    #expect(try files().count == 2, "the damaged file stays, and a copy of it")
  }

  @Test func whereNothingCanBeWrittenNothingFails() throws {
    try bench.write("a file in the way", to: "state")
    folder().remember(RememberedView(), of: space)
    #expect(folder().recall(space).draft == nil)
    #expect(throws: (any Error).self) { try folder().save(draft()) }
    let memory = SpaceMemory(folder: folder())
    memory.save(draft(edits: 2))
    #expect(memory.farewell?.hasPrefix("the draft of 2 edits could not be saved") == true)
  }
}
