import Foundation
import Hyperbasis
import TestSupport
import Testing

/// A store's folder that is not a folder does not look like an empty store.
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

  /// Its path alone could well name a folder on this machine.
  @Test func `a web address is refused, and its path left alone`() async throws {
    let url = try #require(URL(string: "https://ann:secret@example.com\(folder.url.path)/maps"))
    let storage = HBStorage(config: HBStorageConfig(directory: url))
    for use in [
      { _ = try await storage.loadAllSpaces() }, { _ = try await storage.loadSpace(id: UUID()) },
      { _ = try await storage.timeline(spaceId: UUID()) },
      { _ = try await storage.loadAnchor(id: UUID()) },
      { _ = try await storage.loadAnchors(spaceId: UUID()) }, { _ = try await storage.verify() },
      { _ = try await storage.repair() }, { _ = try storage.localStorageSize() },
      { try storage.clearLocalStorage() }, { try await storage.save(HBSpace(name: "Hall")) },
      { try await storage.save(.sample(UUID())) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: HBStorageError.self) { try await use() }
      let text = error?.localizedDescription ?? ""
      #expect(text.contains("https://example.com\(folder.url.path)/maps is not the URL of a file"))
      #expect(!text.contains("secret"))
    }
    #expect(!folder.exists("maps"))
  }

  @Test func `a web address is not imported`() async throws {
    let storage = HBStorage(config: .default, localStore: folder.open())
    let url = try #require(URL(string: "https://example.com\(file.path)"))
    let error = await #expect(throws: HBImportError.self) {
      try await storage.surveyImport(of: [url])
    }
    #expect(error?.description.contains("\(url) is not the URL of a file") == true)
  }
}
