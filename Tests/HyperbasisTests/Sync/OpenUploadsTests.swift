import Foundation
import Hyperbasis
import SystemPackage
import Testing

@testable import HyperbasisSync

@Suite struct OpenUploadsTests {
  private let folder: TemporaryStore
  private let clock = SharedTime()
  private let map = MapUpload(spaceId: UUID(), name: "aa", byteCount: 7_000_000)

  init() throws { folder = try TemporaryStore() }

  /// The open uploads, as every process opens them.
  private var uploads: OpenUploadsFile { open(user: nil) }

  private func open(user: String?) -> OpenUploadsFile {
    LastSyncedFiles(
      identity: CloudIdentity(url: "https://fake.example", user: user),
      layout: StoreLayout(folder.url), files: LiveFileSystem()
    ).openUploads(clock: clock.now)
  }

  @Test func anotherProcessKnowsWhatHasBegun() {
    #expect(uploads.identifier(of: map) == nil)
    uploads.begin(map, as: "one")
    #expect(uploads.identifier(of: map) == "one")
    uploads.begin(map, as: "two")
    #expect(uploads.identifier(of: map) == "two")
    uploads.end(map)
    #expect(uploads.identifier(of: map) == nil)
  }

  /// Other bytes or another user mean another upload.
  @Test func anUploadIsBoundToItsBytesAndItsUser() {
    uploads.begin(map, as: "one")
    var other = map
    other.name = "bb"
    #expect(uploads.identifier(of: other) == nil)
    other = map
    other.byteCount += 1
    #expect(uploads.identifier(of: other) == nil)
    other = map
    other.spaceId = UUID()
    #expect(uploads.identifier(of: other) == nil)
    uploads.begin(other, as: "two")
    uploads.end(other)
    #expect(uploads.identifier(of: map) == "one")
    #expect(open(user: "Ada").identifier(of: map) == nil)
  }

  @Test func whatNoServerKeepsIsForgotten() {
    uploads.begin(map, as: "one")
    clock.pass(23 * 3600)
    #expect(uploads.identifier(of: map) == "one")
    clock.pass(3600)
    #expect(uploads.identifier(of: map) == nil)
  }

  @Test func nobodyElseMayReadThem() throws {
    uploads.begin(map, as: "one")
    let attributes = try FileManager.default.attributesOfItem(atPath: uploads.path.string)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// Even if what was known of the cloud is lost, an upload continues.
  @Test func theyOutliveTheBase() throws {
    let files = LastSyncedFiles(
      identity: CloudIdentity(url: "https://fake.example", user: nil),
      layout: StoreLayout(folder.url), files: LiveFileSystem())
    var (base, extent) = (
      LastSyncedState(tier: .plain, probedAt: clock.now()), BaseJournal.Extent()
    )
    try files.save(&base, over: nil, &extent)
    uploads.begin(map, as: "one")
    try files.removeAll()
    #expect(uploads.identifier(of: map) == "one")
  }

  @Test(arguments: ["", "{", "[]", #"{"format":1,"uploads":[{"identifier":"x"}]}"#])
  func whatCannotBeReadCountsAsNone(text: String) throws {
    uploads.begin(map, as: "one")
    try Data(text.utf8).write(to: URL(fileURLWithPath: uploads.path.string))
    #expect(uploads.identifier(of: map) == nil)
    uploads.begin(map, as: "two")
    #expect(uploads.identifier(of: map) == "two")
  }
}
