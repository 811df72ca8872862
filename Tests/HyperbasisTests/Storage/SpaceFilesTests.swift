import Foundation
import Hyperbasis
import Testing

@Suite struct SpaceFilesTests {
  private let id = UUID()
  private var path: String { "spaces/\(id.uuidString).json" }

  private func space(_ map: Data = Data("map".utf8), name: String? = "Room") -> HBStorageSpace {
    HBStorageSpace(
      id: id, name: name, worldMapData: map,
      createdAt: Date(timeIntervalSince1970: 1_705_314_600.7),
      updatedAt: Date(timeIntervalSince1970: 1_705_314_601), isCompressed: false)
  }

  @Test func aNewSpaceHasItsMapInline() throws {
    let folder = try TemporaryStore()
    try folder.open().saveSpace(space())
    #expect(
      String(decoding: try folder.read(path), as: UTF8.self) == """
        {"id":"\(id.uuidString)","name":"Room","worldMapData":"bWFw","isCompressed":false,\
        "createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:01Z"}

        """)
    #expect(folder.names(in: "spaces") == ["\(id.uuidString).json"])
    #expect(!folder.exists("worldmaps"))
  }

  @Test func filesAreTheOwnersAlone() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try store.saveSpace(space())
    try store.perform(.save([.sample(id)]), spaceId: id)
    try store.flush()
    for (name, _) in try folder.contents() {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.url.appending(path: name).path)
      let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(attributes[.posixPermissions] as? Int == (isDirectory ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test func aRewriteKeepsWhatItDoesNotKnow() throws {
    let folder = try TemporaryStore()
    try folder.write(
      path,
      #"{"custom": {"a": [1.0, 2]}, "id": "\#(id.uuidString)", "worldMapData": "bWFw","#
        + #" "createdAt": "2024-01-15T10:30:00Z", "updatedAt": "2024-01-15T10:30:00Z", "x":null}"#)
    try folder.open().spaces.rename(id, to: "New")
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    #expect(text.contains(#""custom":{"a": [1.0, 2]}"#))
    #expect(text.contains(#""x":null"#))
    #expect(text.contains(#""worldMapData":"bWFw""#))
    let loaded = try #require(try folder.open().loadSpace(id: id))
    #expect(loaded.name == "New")
    #expect(loaded.worldMapData == Data("map".utf8))
    #expect(loaded.createdAt == Date(timeIntervalSince1970: 1_705_314_600))
  }

  @Test func slashesMayBeEscaped() throws {
    let folder = try TemporaryStore()
    let map = Data([0xff, 0xff, 0xff])
    try folder.write(
      path,
      #"{"id":"\#(id.uuidString)","worldMapData":"\/\/\/\/","isCompressed":false,"#
        + #""createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:00Z"}"#)
    #expect(try folder.open().loadSpace(id: id)?.worldMapData == map)
  }

  private func write(map: String, _ folder: TemporaryStore) throws {
    try folder.write(
      path,
      #"{"id":"\#(id.uuidString)","worldMapData":\#(map),"isCompressed":false,"#
        + #""createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:00Z"}"#)
  }

  /// Some encoders write every character that means something in HTML as a number.
  @Test func anyCharacterMayBeEscaped() throws {
    let folder = try TemporaryStore()
    let map = Data([0xfb, 0xef, 0xff, 0xfb])
    try write(map: #""\u002B\u002b\u002F\/\u002bw=\u003d""#, folder)
    #expect(try folder.open().loadSpace(id: id)?.worldMapData == map)
  }

  @Test(arguments: [#""bWFw\nbWFw""#, #""bWFw\\""#, "1234", "[]", #""b\ud800""#])
  func whatIsNotBase64IsDamaged(_ map: String) throws {
    let folder = try TemporaryStore()
    try write(map: map, folder)
    #expect(throws: HBStorageError.self) { _ = try folder.open().loadSpace(id: id) }
    #expect(try folder.open().verifier.verify().problems.map(\.kind) == [.badFile])
  }

  @Test func theMapThatAnotherSpaceLacksIsStillReported() throws {
    let folder = try TemporaryStore()
    try folder.write(
      path,
      #"{"id":"\#(id.uuidString)","isCompressed":true,"createdAt":"2024-01-15T10:30:00Z","#
        + #""updatedAt":"2024-01-15T10:30:00Z"}"#)
    try folder.write("worldmaps/\(UUID().uuidString).bin", "other")
    func problems() throws -> [String] {
      try folder.open().verifier.verify().problems.filter { $0.kind == .badFile }.map(\.file)
    }
    let found = try problems()
    #expect(found == ["worldmaps/\(id.uuidString).bin"])
    _ = try folder.open().spaces.create(name: "Second")
    #expect(try problems() == found)
  }

  @Test func aSpaceKeepsItsSeparateMap() throws {
    let folder = try TemporaryStore()
    try folder.write(
      path,
      #"{"id":"\#(id.uuidString)","isCompressed":false,"createdAt":"2024-01-15T10:30:00Z","#
        + #""updatedAt":"2024-01-15T10:30:00Z"}"#)
    try folder.write("worldmaps/\(id.uuidString).bin", "old")
    let store = folder.open()
    #expect(try store.loadSpace(id: id)?.worldMapData == Data("old".utf8))
    try store.saveSpace(space(Data("new".utf8)))
    #expect(try folder.read("worldmaps/\(id.uuidString).bin") == Data("new".utf8))
    #expect(!String(decoding: try folder.read(path), as: UTF8.self).contains("worldMapData"))
    #expect(try store.loadSpace(id: id)?.worldMapData == Data("new".utf8))
  }

  @Test func whereOneHasASeparateMapAllGetOne() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try store.saveSpace(space())
    try folder.write("worldmaps/\(UUID().uuidString).bin", "other")
    let second = try store.spaces.create(name: "Second")
    #expect(folder.exists("worldmaps/\(second.uuidString).bin"))
    #expect(try folder.read("worldmaps/\(id.uuidString).bin") == Data("map".utf8))
  }

  @Test func lowerCaseNamesAreReadAndKept() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try store.saveSpace(space())
    let lower = "spaces/\(id.uuidString.lowercased()).json"
    try FileManager.default.moveItem(
      at: folder.url.appending(path: path), to: folder.url.appending(path: lower))
    try store.spaces.rename(id, to: "Lower")
    #expect(folder.names(in: "spaces") == ["\(id.uuidString.lowercased()).json"])
    #expect(try store.loadSpace(id: id)?.name == "Lower")
    #expect(try store.catalog.summaries().map(\.name) == ["Lower"])
  }

  @Test func damagedAndMisnamedFilesAreSkippedAndKept() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try store.saveSpace(space())
    let (broken, misnamed) = (UUID(), UUID())
    try folder.write("spaces/\(broken.uuidString).json", "{\"id\":")
    try folder.write("spaces/\(misnamed.uuidString).json", try folder.read(path))
    try folder.write("spaces/\(id.uuidString)\u{1}.json", "{}")
    #expect(try store.loadAllSpaces().map(\.id) == [id])
    #expect(throws: HBStorageError.self) { try store.loadSpace(id: broken) }
    #expect(throws: HBStorageError.self) { try store.loadSpace(id: misnamed) }
    #expect(folder.names(in: "spaces").count == 4)
  }

  @Test func aDamagedFileIsNotWrittenOver() throws {
    let folder = try TemporaryStore()
    try folder.write(path, "half a fi")
    try folder.open().saveSpace(space())
    #expect(try folder.open().loadSpace(id: id)?.name == "Room")
    let kept = folder.names(in: ".hyperbasis/quarantine").filter { $0.hasSuffix(".bytes") }
    #expect(
      try kept.map { try folder.read(".hyperbasis/quarantine/\($0)") } == [Data("half a fi".utf8)])
  }

  @Test func aListReadsNoMap() throws {
    let folder = try TemporaryStore()
    var broken = space(Data([0xff, 0xfe]))
    broken.isCompressed = true
    try folder.open().saveSpace(broken)
    let summary = try #require(try folder.open().catalog.summaries().first)
    #expect(summary.worldMapBytes == 0)
    #expect(summary.name == "Room")
    #expect(try folder.open().loadAllSpaces().count == 1)
  }

  @Test func spacesAreKnownByFileLogOrAnchor() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try store.saveSpace(space())
    let (logged, filed) = (UUID(), UUID())
    try store.perform(.save([.sample(logged)]), spaceId: logged)
    try store.saveAnchor(.sample(filed))
    let summaries = try folder.open().catalog.summaries()
    #expect(Set(summaries.map(\.id)) == [id, logged, filed])
    #expect(summaries.first?.id == id)
    let unnamed = try #require(summaries.first { $0.id == filed })
    #expect(unnamed.name == nil)
    #expect(unnamed.events == 1)
    #expect(unnamed.createdAt == HBInstant(Date(timeIntervalSince1970: 1_705_000_000)))
    #expect {
      try store.snapshot(of: UUID())
    } throws: { error in
      if case HBStorageError.notFound("space", _) = error { true } else { false }
    }
  }
}
