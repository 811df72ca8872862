import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// What is known of the cloud, in its form on disk.
@Suite struct BaseJournalTests {
  private let folder: TemporaryStore
  private let identity = CloudIdentity(url: "https://fake.example", user: nil)

  init() throws { folder = try TemporaryStore() }

  private var files: LastSyncedFiles {
    LastSyncedFiles(
      identity: identity, layout: StoreLayout(folder.url), files: LiveFileSystem())
  }

  private var directory: URL { folder.url.appending(path: ".hyperbasis/sync/\(identity.fileName)") }
  private var journal: URL { directory.appending(path: "base.journal") }

  private func space(_ name: String) -> SpaceBase {
    let id = UUID()
    return SpaceBase(
      row: SpaceRow(
        id: id, name: name, map: WorldMapReference(address: "a", sha256: "b"),
        createdAt: HBInstant(microseconds: 1), updatedAt: HBInstant(microseconds: 2)),
      map: nil,
      local: LocalStamp(
        file: FileStatus(device: .max, inode: 2, size: 3, modified: 4, kind: .regular),
        mapHash: "x", mapBytes: 9),
      isAgreed: true, log: LogMark(fingerprint: "f"), agreedLogSize: 12)
  }

  private func sample() -> LastSyncedState {
    var base = LastSyncedState(tier: .migrated, probedAt: HBInstant(microseconds: 5))
    base.cursors.events = TableCursor(read: 7)
    base.removals[UUID()] = Removal(state: .here, deletedAt: HBInstant(microseconds: 3))
    base.spaces[UUID()] = space("Kitchen")
    base.quarantine = [
      QuarantinedItem(
        kind: .event, id: UUID(), spaceId: UUID(), status: 400, code: "22P05", digest: "d",
        since: HBInstant(microseconds: 8))
    ]
    base.unreadable = [UnreadableRow(id: nil, reason: "spaces: no")]
    return base
  }

  @Test func `a base reads what it wrote`() throws {
    var (base, extent) = (sample(), BaseJournal.Extent())
    try files.save(&base, over: nil, &extent)
    #expect(files.load() == base)
    var saved = base.withoutSpaces
    let gone = try #require(base.spaces.ids.first)
    for step in 0..<20 {
      base.spaces[UUID()] = space("Space \(step)")
      if step == 7 { base.spaces[gone] = nil }
      base.cursors.anchors.noteOwn([Int64(step * 3 + 5)])
      if step == 9 { (base.quarantine, base.unreadable) = ([], nil) }
      try files.save(&base, over: saved, &extent)
      saved = base.withoutSpaces
      #expect(files.load() == base)
    }
    #expect(base.spaces.count == 20)
  }

  @Test func `a base that was cut off anywhere reads as it was before the last step`() throws {
    var (base, extent) = (sample(), BaseJournal.Extent())
    try files.save(&base, over: nil, &extent)
    let (first, before) = (base, extent.end)
    let id = UUID()
    base.spaces[id] = space("New")
    base.cursors.spaces = TableCursor(read: 9)
    try files.save(&base, over: first.withoutSpaces, &extent)
    let whole = try Data(contentsOf: journal)
    for length in before...whole.count {
      try whole.prefix(length).write(to: journal)
      var known = try #require(files.loadForWriting())
      #expect([0, 9].contains(known.base.cursors.spaces.read))
      // The cursor is written after everything that it has passed.
      if known.base.cursors.spaces.read == 9 { #expect(known.base.spaces[id] != nil) }
      // A process that continues from there leaves nothing of the rest.
      let saved = known.base.withoutSpaces
      known.base.cursors.tombstones = TableCursor(read: 5)
      try files.save(&known.base, over: saved, &known.extent)
      #expect(files.load() == known.base)
    }
  }

  @Test func `a base that is damaged in its middle is set aside`() throws {
    var (base, extent) = (sample(), BaseJournal.Extent())
    try files.save(&base, over: nil, &extent)
    var bytes = try Data(contentsOf: journal)
    bytes[40] ^= 1
    try bytes.write(to: journal)
    #expect(files.load() == nil)
    let aside = directory.appending(path: "base.journal.damaged")
    #expect(try Data(contentsOf: aside) == bytes)
    #expect(!FileManager.default.fileExists(atPath: journal.path))
  }

  @Test func `a base does not grow without end`() throws {
    var (base, extent) = (sample(), BaseJournal.Extent())
    try files.save(&base, over: nil, &extent)
    let id = try #require(base.spaces.ids.first)
    for step in 0..<200 {
      let saved = base.withoutSpaces
      base.spaces[id]?.row?.name = String(repeating: "\(step % 10)", count: 20_000)
      try files.save(&base, over: saved, &extent)
      // As the next process finds it.
      if step % 50 == 49 { extent = try #require(files.loadForWriting()).extent }
    }
    #expect(try Data(contentsOf: journal).count < 1_200_000)
    #expect(files.load() == base)
  }

  /// Stores that have been synced contain files of this form.
  @Test func `the form of earlier versions is read and taken over`() throws {
    let space = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    let id = try #require(UUID(uuidString: space))
    let text = """
      {"cursors":{"anchors":2,"events":3,"spaces":1,"tombstones":4},"format":1,"lastSync":null,\
      "mustReadAgain":true,"orphans":[{"map":{"address":"a","bytes":5,"packed":true,\
      "sha256":null},"spaceId":"\(space)"}],"probedAt":-9223372036854775808,\
      "quarantine":[{"code":"42501","digest":"d","id":"\(space)","kind":"anchor","message":null,\
      "since":6,"spaceId":"\(space)","status":403}],"removals":{"\(space)":{"deletedAt":7,\
      "state":"pending"}},"spaces":{"\(space)":{"agreedLogSize":null,"isAgreed":true,\
      "local":{"file":[-1,2,3,4],"mapBytes":8,"mapHash":"h","separateMap":null},\
      "log":{"fingerprint":"f","sent":[[0,10],[20,30]]},"map":null,"row":{"createdAt":1,\
      "id":"\(space)","map":null,"name":null,"updatedAt":2}}},"tier":"migrated"}
      """
    let anchors = """
      {"anchors":{"\(space)":{"createdAt":1,"deletedAt":null,"metadata":{"text":"a"},\
      "transform":[1,0,0,0,0,1,0,0,0,0,1,0,2,0,0,1],"updatedAt":2}},"format":1}
      """
    try FileManager.default.createDirectory(
      at: directory.appending(path: "anchors"), withIntermediateDirectories: true)
    let old = directory.appending(path: "base.json")
    let oldAnchors = directory.appending(path: "anchors/\(space).json")
    try Data(text.utf8).write(to: old)
    try Data(anchors.utf8).write(to: oldAnchors)

    var (base, extent) = try #require(files.loadForWriting())
    let known = try #require(base.spaces[id])
    #expect(base.cursors.events == TableCursor(read: 3))
    #expect(known.log?.sent == RangeSet([0..<10, 20..<30]))
    #expect(known.local?.file.device == .max)
    #expect(base.quarantine.first?.code == "42501")
    #expect(base.orphans.first?.map.byteCount == 5)
    #expect(base.removals.values.first?.deletedAt == HBInstant(microseconds: 7))
    #expect(base.probedAt == HBInstant(microseconds: .min))
    try files.save(&base, over: nil, &extent)
    #expect(files.load() == base)
    #expect(!FileManager.default.fileExists(atPath: old.path))

    var (rows, place) = files.loadAnchors(of: id)
    let before = rows
    #expect(rows.rows[id]?.metadata == ["text": "a"])
    rows.rows[id]?.metadata = ["text": "b"]
    try files.saveAnchors(rows, over: before, &place, of: id)
    #expect(files.loadAnchors(of: id).bases == rows)
    #expect(!FileManager.default.fileExists(atPath: oldAnchors.path))
  }

  @Test func `the anchors of a space read what was written, line by line`() throws {
    let id = UUID()
    var (rows, place) = files.loadAnchors(of: id)
    let ids = (0..<5).map { _ in UUID() }
    for step in 0..<300 {
      let before = rows
      let anchor = ids[step % ids.count]
      rows.rows[anchor] =
        step % 7 == 6
        ? nil : AnchorRow(HBAnchor.sample(id, x: Float(step), metadata: ["n": .int(step)]))
      rows.rows[ids[0]] = rows.rows[ids[0]] ?? AnchorRow(HBAnchor.sample(id))
      try files.saveAnchors(rows, over: before, &place, of: id)
      let found = files.loadAnchors(of: id)
      #expect(found.bases.rows.keys == rows.rows.keys)
      #expect(found.bases.rows[anchor]?.metadata == rows.rows[anchor]?.metadata)
      #expect(found.extent.lineCount < 2 * 5 + 70)
    }
    try files.saveAnchors(AnchorBases(), over: rows, &place, of: id)
    #expect(files.loadAnchors(of: id).bases == AnchorBases())
  }

  /// Whoever holds the token of a signed link can fetch the map.
  @Test func `tokens of links are neither written nor kept`() throws {
    let link = "https://x.supabase.co/storage/v1/object/sign/world-maps/a/b"
    var space = space("Kitchen")
    space.row?.map = WorldMapReference(address: link + "?token=eyJ", sha256: "b")
    space.map = space.row?.map
    var base = sample()
    let id = UUID()
    base.spaces[id] = space
    base.orphans = [OrphanedMap(spaceId: id, map: WorldMapReference(address: link + "?token=eyJ"))]
    var extent = BaseJournal.Extent()
    try files.save(&base, over: nil, &extent)
    func hasToken() throws -> Bool {
      try String(contentsOf: journal, encoding: .utf8).contains("token=")
    }
    #expect(try !hasToken())
    #expect(files.load()?.spaces[id]?.row?.map?.address == link)

    // As earlier versions wrote it.
    let lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n").map {
      line in
      let content = line.drop { $0 != " " }.dropFirst()
      return CheckedLines.line(
        content.replacing(link, with: link + "?token=eyJ")
          .replacing(#""holdsNoTokens":true,"#, with: "").utf8)
    }
    try Data(lines.flatMap { $0 }).write(to: journal)
    #expect(try hasToken())
    var (old, oldExtent) = try #require(files.loadForWriting())
    #expect(oldExtent.end == 0 && old.spaces.count == 2)
    try files.save(&old, over: nil, &oldExtent)
    #expect(try !hasToken())
    #expect(files.load()?.spaces[id]?.row?.map?.address == link)
  }
}
