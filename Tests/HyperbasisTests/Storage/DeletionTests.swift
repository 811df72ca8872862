import Foundation
import Hyperbasis
import Testing

@Suite struct DeletionTests {
  private let space = UUID()

  private func filled(_ folder: TemporaryStore) throws -> HBLocalStore {
    let store = folder.open()
    try store.saveSpace(
      HBStorageSpace(
        id: space, name: "Room", worldMapData: Data("map".utf8), createdAt: Date(),
        updatedAt: Date(), isCompressed: false))
    try store.perform(.save([.sample(space), .sample(space)]), spaceId: space)
    try store.flush()
    return store
  }

  @Test func aDeletedSpaceGoesToTheTrash() throws {
    let folder = try TemporaryStore()
    let store = try filled(folder)
    let other = UUID()
    try store.perform(.save([.sample(other)]), spaceId: other)
    try store.flush()
    let log = try folder.log(of: space)
    try store.deleteSpace(id: space)
    #expect(try store.catalog.ids() == [other])
    #expect(folder.names(in: "anchors").count == 1)
    let trash = try #require(folder.names(in: ".hyperbasis/trash").first)
    #expect(trash.hasPrefix(space.uuidString))
    let path = ".hyperbasis/trash/\(trash)"
    #expect(try folder.read("\(path)/events/\(space.uuidString)/events.jsonl") == log)
    #expect(folder.names(in: "\(path)/anchors").count == 2)
    #expect(folder.exists("\(path)/spaces/\(space.uuidString).json"))
    try store.deleteSpace(id: space)
    #expect(folder.names(in: ".hyperbasis/trash").count == 1)
  }

  /// The names of folders only have seconds, and ten deletions within one second do not sort by name.
  @Test func theLastDeletionOfASecondIsTheLatest() throws {
    let folder = try TemporaryStore()
    let store = folder.open(clock: { HBInstant(microseconds: 1_706_781_600_000_000) })
    let names = (1...11).map { "Room \($0)" }
    for name in names {
      try store.saveSpace(
        HBStorageSpace(
          id: space, name: name, worldMapData: Data(), createdAt: Date(), updatedAt: Date(),
          isCompressed: false))
      try store.deleteSpace(id: space)
    }
    #expect(try store.trash.list().map(\.summary.name) == names.reversed())
    #expect(try store.trash.name(of: space) == names.last)
  }

  @Test func deletedEventsGoToTheTrash() throws {
    let folder = try TemporaryStore()
    let store = try filled(folder)
    try store.deleteEvents(spaceId: space)
    #expect(try store.loadEvents(spaceId: space).isEmpty)
    #expect(try store.loadAnchors(spaceId: space).count == 2)
    #expect(folder.names(in: ".hyperbasis/trash").count == 1)
  }

  @Test func clearingEmptiesTheFolder() throws {
    let folder = try TemporaryStore()
    let store = try filled(folder)
    #expect(try store.totalSize() > 0)
    try store.perform(.save([.sample(space)]), spaceId: space)
    try store.clearAll()
    #expect(try folder.contents().isEmpty)
    #expect(try store.totalSize() == 0)
    try store.flush()
    #expect(try folder.contents().isEmpty)
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(try store.loadAnchors(spaceId: space).count == 1)
  }
}

@Suite struct PendingOperationsTests {
  private let entity = UUID()

  @Test func theFileIsAsDocumented() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    #expect(store.loadPendingOperations().isEmpty)
    var operation = HBPendingOperation(
      type: .saveSpace(entity), createdAt: Date(timeIntervalSince1970: 1_705_314_600))
    operation.retryCount = 2
    try store.savePendingOperations([operation, HBPendingOperation(type: .uploadEvents(entity))])
    let text = String(decoding: try folder.read("pending_operations.json"), as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"[{"createdAt":"2024-01-15T10:30:00Z","entityId":"\#(entity.uuidString)","#
          + #""id":"\#(operation.id.uuidString)","retryCount":2,"type":"uploadSpace"}"#))
    #expect(store.loadPendingOperations().first == operation)
    #expect(store.loadPendingOperations().map(\.type).last == .uploadEvents(entity))
  }

  @Test func theOriginalSDKsShapeIsRead() throws {
    let folder = try TemporaryStore()
    try folder.write(
      "pending_operations.json",
      #"[{"type":{"saveAnchor":{"_0":"\#(entity.uuidString)"}},"retryCount":1,"#
        + #""createdAt":"2024-01-15T10:30:00Z"}]"#)
    let operations = folder.open().loadPendingOperations()
    #expect(operations.map(\.type) == [.saveAnchor(entity)])
    #expect(operations.map(\.retryCount) == [1])
    #expect(operations == folder.open().loadPendingOperations())
  }

  @Test func whatIsNotUnderstoodIsKept() throws {
    let folder = try TemporaryStore()
    try folder.write("pending_operations.json", #"[{"type":"uploadDream","n":1}]"#)
    let store = folder.open()
    #expect(store.loadPendingOperations().isEmpty)
    try store.savePendingOperations([HBPendingOperation(type: .deleteSpace(entity))])
    let text = String(decoding: try folder.read("pending_operations.json"), as: UTF8.self)
    #expect(text.contains("uploadDream"))
    #expect(store.loadPendingOperations().count == 1)
  }

  @Test func aDamagedFileGoesToQuarantine() throws {
    let folder = try TemporaryStore()
    try folder.write("pending_operations.json", "[{")
    let store = folder.open()
    #expect(store.loadPendingOperations().isEmpty)
    try store.savePendingOperations([])
    let kept = try #require(folder.names(in: ".hyperbasis/quarantine").first)
    #expect(try folder.read(".hyperbasis/quarantine/\(kept)") == Data("[{".utf8))
  }
}
