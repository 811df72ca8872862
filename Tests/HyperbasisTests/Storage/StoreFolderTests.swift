import Foundation
import Hyperbasis
import TestSupport
import Testing

/// What is given as a store's folder and is not one does not look like an empty store.
@Suite struct StoreFolderTests {
  private let folder: TemporaryStore
  private let file: URL

  init() throws {
    folder = try TemporaryStore()
    file = folder.url.appending(path: "notes.txt")
    try Data("no store".utf8).write(to: file)
  }

  private func expectRefusal(of url: URL, sourceLocation: SourceLocation = #_sourceLocation) async {
    let storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: url))
    let space = UUID()
    for read in [
      { _ = try await storage.loadAllSpaces() }, { _ = try await storage.loadSpace(id: UUID()) },
      { _ = try await storage.verify() }, { _ = try await storage.timeline(spaceId: UUID()) },
      { _ = try await storage.loadAnchor(id: UUID()) },
      { _ = try await storage.loadAnchors(spaceId: UUID()) },
      { _ = try await storage.history(anchorId: UUID()) },
      { _ = try await storage.operations(spaceId: UUID()) },
      { _ = try await storage.plan(.undo, spaceId: UUID()) },
      { _ = try await storage.plan(.save([.sample(space)]), spaceId: space) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: HBStorageError.self, sourceLocation: sourceLocation) {
        try await read()
      }
      let text = error?.localizedDescription ?? ""
      #expect(text.contains("it is not a folder; give the folder"), sourceLocation: sourceLocation)
      #expect(text.contains(url.path), sourceLocation: sourceLocation)
    }
  }

  @Test func `a file is refused`() async {
    await expectRefusal(of: file)
  }

  @Test func `a link to a file is refused`() async throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    await expectRefusal(of: link)
  }

  @Test func `a link to a folder, and one that is not there yet, are empty stores`() async throws {
    let empty = folder.url.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: empty)
    for url in [empty, link, folder.url.appending(path: "later")] {
      let storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: url))
      #expect(try await storage.loadAllSpaces().isEmpty)
      #expect(try await storage.loadAnchors(spaceId: UUID()).isEmpty)
      #expect(try await storage.loadAnchor(id: UUID()) == nil)
      #expect(try await storage.timeline(spaceId: UUID()).events.isEmpty)
      #expect(try await storage.verify().problems.isEmpty)
    }
  }
}
