import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisTimeMachine
import Testing

@testable import HyperbasisCommands

/// What the time machine hears of the store.
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
    if case .spaceDeleted(id) = input { true } else { false }
  }

  @Test func aSpaceThatIsDeletedIsToldOnce() throws {
    #expect(isLoaded(effects.open(id)))
    #expect(isSilent(effects.refresh()))
    try store.deleteSpace(id: id)
    #expect(isDeleted(effects.refresh()))
    #expect(isSilent(effects.refresh()))
    // Where it comes back shows in these.
    let names = effects.watchedDirectories.map(\.lastPathComponent)
    #expect(names.suffix(2) == ["spaces", "events"])
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

  /// The log's directory is moved away as a whole, which a watch on it alone does not tell.
  @Test func whatIsWatchedShowsThatTheLogGoes() throws {
    #expect(isLoaded(effects.open(id)))
    let names = effects.watchedDirectories.map(\.lastPathComponent)
    #expect(names == ["events", Kitchen.id])
  }
}
