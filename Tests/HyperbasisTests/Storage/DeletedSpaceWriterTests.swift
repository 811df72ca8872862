import Foundation
import Hyperbasis
import HyperbasisStore
import TestSupport
import Testing

/// A writer whose space is deleted meanwhile does not create another one with the same id.
struct DeletedSpaceWriterTests {
  private let folder: TemporaryStore
  private let space = UUID()

  init() throws {
    folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
  }

  @Test func aWriterThatHasSeenItIsToldThatItIsGone() throws {
    let (writer, other) = (folder.open(), folder.open())
    #expect(try writer.catalog.names().map(\.id) == [space])
    try other.deleteSpace(id: space)
    expectError(.notFound(type: "space", id: space)) {
      try writer.perform(.save([.sample(space)]), spaceId: space)
    }
    #expect(try writer.catalog.names().isEmpty)
  }

  /// An app that saves again and again does not get a space without a name in place of the deleted one.
  @Test(arguments: ["anchors", "space", "spaces", "own space"])
  func aWriterThatTriesAgainIsToldAgain(seen: String) throws {
    let (writer, other) = (folder.open(), folder.open())
    let file = HBStorageSpace(
      id: space, name: "Hall", worldMapData: Data(),
      createdAt: .distantPast.addingTimeInterval(1e10),
      updatedAt: .distantPast.addingTimeInterval(1e10), isCompressed: false)
    try (seen == "own space" ? writer : other).saveSpace(file)
    switch seen {
    case "anchors": #expect(try writer.loadAnchors(spaceId: space).count == 1)
    case "space": #expect(try writer.loadSpace(id: space)?.name == "Hall")
    case "spaces": #expect(try writer.loadAllSpaces().count == 1)
    default: break
    }
    try other.deleteSpace(id: space)
    for _ in 0..<3 {
      expectError(.notFound(type: "space", id: space)) {
        try writer.perform(.save([.sample(space)]), spaceId: space)
      }
    }
    #expect(try writer.catalog.names().isEmpty)
    // Whoever saves the space means to have it.
    try writer.saveSpace(file)
    try writer.perform(.save([.sample(space)]), spaceId: space)
    #expect(try writer.catalog.names().map(\.name) == ["Hall"])
  }

  @Test func aPlanThatWasMadeMeanwhileIsNotWritten() throws {
    let (writer, other) = (folder.open(), folder.open())
    #expect(try writer.catalog.names().map(\.id) == [space])
    try other.deleteSpace(id: space)
    let plan = try writer.plans.plan(.save([.sample(space)]), spaceId: space)
    expectError(.notFound(type: "space", id: space)) { _ = try writer.plans.execute(plan) }
    #expect(try writer.catalog.names().isEmpty)
  }

  @Test func whoeverDeletedItMayBeginItAnew() throws {
    let store = folder.open()
    #expect(try store.catalog.names().map(\.id) == [space])
    try store.deleteSpace(id: space)
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(try store.catalog.names().map(\.id) == [space])
  }

  /// Readers never get an answer from what a storage remembers of a log that is gone.
  @Test(arguments: [false, true])
  func whoeverAsksIsAnsweredAsByAStorageThatWasJustOpened(isCleared: Bool) async throws {
    let store = folder.open()
    let asked = HBStorage(config: .default, localStore: store)
    let anchor = try #require(try await asked.loadAnchors(spaceId: space).first)
    let other = folder.open()
    if isCleared { try other.clearAll() } else { try other.deleteSpace(id: space) }
    #expect(try await asked.loadAnchors(spaceId: space).isEmpty)
    #expect(try await asked.loadAnchor(id: anchor.id) == nil)
    #expect(try await asked.plan(.save([anchor]), spaceId: space).events.map(\.type) == [.created])
    #expect(try store.imports.log(of: space).head.events == 0)
  }

  @Test func askingDoesNotKeepFromAWriterThatItIsGone() async throws {
    let writer = folder.open()
    #expect(try writer.loadAnchors(spaceId: space).count == 1)
    try folder.open().deleteSpace(id: space)
    #expect(try writer.loadAnchors(spaceId: space).isEmpty)
    _ = try writer.plans.plan(.save([.sample(space)]), spaceId: space)
    expectError(.notFound(type: "space", id: space)) {
      try writer.perform(.save([.sample(space)]), spaceId: space)
    }
  }
}
