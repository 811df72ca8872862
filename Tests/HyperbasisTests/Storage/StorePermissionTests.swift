import Foundation
import Hyperbasis
import Testing

/// Whether a store lets the user write is known before anything is written.
struct StorePermissionTests {
  private let folder: TemporaryStore

  init() throws { folder = try TemporaryStore() }

  private func protect(_ path: String) throws {
    let url = path.isEmpty ? folder.url : folder.url.appending(path: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: url.path)
  }

  @Test func aStoreOfTheUsersOwnAndOneThatIsNotThereYet() throws {
    let (store, space) = (folder.open(), UUID())
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(store.mayBeWritten)
    let missing = HBLocalStore(baseDirectory: folder.url.appending(path: "missing"))
    #expect(missing.mayBeWritten)
  }

  /// The administrator may write to all of them.
  @Test(.enabled(if: getuid() != 0), arguments: ["", "events", ".hyperbasis/locks"])
  func aProtectedStore(path: String) throws {
    let space = UUID()
    let store = folder.open()
    try store.perform(.save([.sample(space)]), spaceId: space)
    if path.isEmpty {
      try FileManager.default.removeItem(at: folder.url.appending(path: ".hyperbasis"))
    }
    try protect(path)
    #expect(!store.mayBeWritten)
  }
}
