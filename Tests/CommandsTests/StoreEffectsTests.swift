import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@testable import HyperbasisCommands

/// What the time machine learns from the store.
struct StoreEffectsTests {
  private let bench: Workbench
  private let store: HBLocalStore
  private let effects: StoreEffects
  private let id: UUID

  init() throws {
    bench = try Kitchen.workbench()
    store = HBLocalStore(baseDirectory: bench.directory, actor: "somebody@else")
    effects = StoreEffects(store: HBLocalStore(baseDirectory: bench.directory))
    id = try #require(UUID(uuidString: Kitchen.id))
  }

  private func isLoaded(_ input: Input?) -> Bool {
    if case .snapshotLoaded(.success) = input { true } else { false }
  }

  private func isSilent(_ input: Input?) -> Bool {
    if case nil = input { true } else { false }
  }

  private func isDeleted(_ input: Input?) -> Bool {
    if case .spaceLost(id, .deleted) = input { true } else { false }
  }

  private func isWithoutStore(_ input: Input?) -> Bool {
    if case .spaceLost(id, .storeGone) = input { true } else { false }
  }

  @Test func aSpaceThatIsDeletedIsToldOnce() throws {
    #expect(isLoaded(effects.open(id)))
    #expect(isSilent(effects.refresh()))
    try store.deleteSpace(id: id)
    #expect(isDeleted(effects.refresh()))
    #expect(isSilent(effects.refresh()))
    // These directories show when it comes back.
    let names = effects.watchedDirectories.map(\.lastPathComponent)
    #expect(names.suffix(2) == ["spaces", "events"])
  }

  /// The folder is moved away, or its disk is removed, and comes back.
  @Test func aStoreThatIsGoneIsNotMadeAnew() throws {
    #expect(isLoaded(effects.open(id)))
    #expect(effects.watchedDirectories.contains(store.baseDirectory))
    let away = bench.directory.deletingLastPathComponent().appending(path: "away-\(UUID())")
    try FileManager.default.moveItem(at: bench.directory, to: away)
    defer { try? FileManager.default.removeItem(at: away) }
    #expect(isWithoutStore(effects.refresh()))
    #expect(isSilent(effects.refresh()))
    let bookmark = effects.bookmarks(.add(note: "note", at: HBInstant(Date())), spaceId: id)
    guard case .bookmarked(_, _, .failure(let failure)) = bookmark else {
      Issue.record("it is set: \(bookmark)")
      return
    }
    #expect(failure.text.plain.contains("the folder of the store is gone"))
    let anchor = try #require(UUID(uuidString: Kitchen.note))
    for request in [
      HBPlanRequest.delete([anchor]),
      .save([HBAnchor(spaceId: id, transform: HBTransform.identity)]),
    ] {
      guard case .planReady(.failure) = effects.plan(request, spaceId: id) else {
        Issue.record("there is a plan")
        continue
      }
    }
    #expect(!FileManager.default.fileExists(atPath: bench.directory.path))
    try FileManager.default.moveItem(at: away, to: bench.directory)
    #expect(isLoaded(effects.refresh()))
  }

  @Test func aSpaceThatComesBackIsRead() throws {
    #expect(isLoaded(effects.open(id)))
    try store.deleteSpace(id: id)
    #expect(isDeleted(effects.refresh()))
    try bench.writeLog(Array(Kitchen.lines.prefix(2)))
    guard case .snapshotLoaded(.success(let data)) = effects.refresh() else {
      Issue.record("it is not read")
      return
    }
    #expect(data.index.count == 2)
    #expect(isSilent(effects.refresh()))
  }

  /// The log's directory is moved away as a whole, which a watch on only that directory does not notice.
  @Test func whatIsWatchedShowsThatTheLogGoes() throws {
    #expect(isLoaded(effects.open(id)))
    let names = effects.watchedDirectories.map(\.lastPathComponent)
    // The store itself may be moved away. The second to last is where the bookmarks lie; opening has made
    // it, to remember the log in it.
    let base = bench.directory.lastPathComponent
    #expect(names == ["events", Kitchen.id, base, ".hyperbasis", "spaces"])
  }

  @Test func bookmarksThatOthersSetAreRead() throws {
    #expect(isLoaded(effects.open(id)))
    guard case .bookmarked(.load, id, .success(let none)) = effects.bookmarks(.load, spaceId: id)
    else {
      Issue.record("they are not read")
      return
    }
    #expect(none.isEmpty)
    #expect(isSilent(effects.bookmarkNews()))
    #expect(bench.run("bookmarks", "--add", "here", "--at", "start").status == 0)
    guard case .bookmarked(.load, id, .success(let bookmarks)) = effects.bookmarkNews() else {
      Issue.record("it is not seen")
      return
    }
    #expect(bookmarks.map(\.note) == ["here"])
    #expect(isSilent(effects.bookmarkNews()))
    let names = effects.watchedDirectories.map(\.lastPathComponent)
    #expect(names.contains(".hyperbasis"))
  }

  private func loaded(_ input: Input?) throws -> SpaceData {
    guard case .snapshotLoaded(.success(let data)) = input else {
      throw Unexpected(input: "\(String(describing: input))")
    }
    return data
  }

  private struct Unexpected: Error {
    let input: String
  }

  @Test func aNewNameIsFollowed() throws {
    #expect(try loaded(effects.open(id)).name.plain == "Kitchen")
    #expect(bench.run("rename", "Kitchen", "Galley").status == 0)
    #expect(try loaded(effects.refresh()).name.plain == "Galley")
    #expect(isSilent(effects.refresh()))
  }

  /// A space comes back file by file: its log is there before everything else.
  @Test func aSpaceThatComesBackIsReadToItsEnd() throws {
    let name = "spaces/\(Kitchen.id).json"
    let file = bench.directory.appending(path: name)
    let kept = try Data(contentsOf: file)
    #expect(isLoaded(effects.open(id)))
    try store.deleteSpace(id: id)
    #expect(isDeleted(effects.refresh()))
    try bench.writeLog(Array(Kitchen.lines.prefix(2)))
    #expect(try loaded(effects.refresh()).name.plain != "Kitchen")
    try bench.write(kept, to: name)
    #expect(try loaded(effects.refresh()).name.plain == "Kitchen")
  }

  @Test func aLogThatIsGoneIsNoDeletion() throws {
    let before = try loaded(effects.open(id)).index.count
    let log = bench.directory.appending(path: "events/\(Kitchen.id)/events.jsonl")
    let kept = try Data(contentsOf: log)
    try FileManager.default.removeItem(at: log)
    guard case .spaceLost(id, .logGone) = effects.refresh() else {
      Issue.record("nothing is said of the log that is gone")
      return
    }
    #expect(isSilent(effects.refresh()), "it is said once, and what was read stays")
    try kept.write(to: log)
    #expect(try loaded(effects.refresh()).index.count == before)
    #expect(isSilent(effects.refresh()))
  }
}
