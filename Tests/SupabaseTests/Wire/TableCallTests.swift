import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

@testable import HyperbasisSupabase

/// Each call about rows, compared with what PostgreSQL then holds.
@Suite(.requiresSupabase) struct TableCallTests {
  @Test(arguments: [
    (SupabaseServer.Tier.seed, CloudTier.plain), (.migrated, .migrated), (.secured, .migrated),
  ])
  func tellsTheTiersApart(tier: SupabaseServer.Tier, expected: CloudTier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let service = try project.service()
      #expect(try await service.probe().tier == expected)
    }
  }

  @Test func namesTheTableThatIsMissing() async throws {
    try await SupabaseServer.withProject(.empty) { project in
      let service = try project.service()
      let error = await failure { () throws(CloudFailure) in _ = try await service.probe() }
      guard case .missing("table spaces", _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func nothingIsOverwrittenUnseen(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let service = try project.service()
      let row = SpaceRow.sample(name: "first")
      let stored = try await service.write(spaces: [row].asNew, tier: tier.cloudTier)
      #expect(stored[row.id]?.name == "first")
      #expect(stored[row.id]?.updatedAt == row.updatedAt)

      // A microsecond off, within the same second.
      let newer = SpaceRow.sample(row.id, name: nil, at: .noon(123_457))
      for writes in [[newer].asNew, [newer].asSeen(.noon(123_455))] {
        let kept = try await service.write(spaces: writes, tier: tier.cloudTier)
        #expect(kept[row.id]?.name == "first")
      }
      let changed = try await service.write(spaces: [newer].asSeen(), tier: tier.cloudTier)
      #expect(changed[row.id]?.name == .some(nil))
      #expect(
        try project.sql("select name is null, to_char(updated_at, 'US') from spaces")
          == "t|123457")
      #expect(try await project.journal().violations == [])
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func aDeletionIsTakenBack(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let service = try project.service()
      let space = SpaceRow.sample()
      _ = try await service.write(spaces: [space].asNew, tier: tier.cloudTier)
      let hidden = AnchorRow.sample(space.id, deletedAt: .noon(9))
      _ = try await service.write(anchors: [hidden].asNew, tier: tier.cloudTier)
      #expect(try project.sql("select count(deleted_at) from anchors") == "1")
      var shown = hidden
      shown.deletedAt = nil
      shown.updatedAt = .noon(200_000)
      let stored = try await service.write(anchors: [shown].asSeen(), tier: tier.cloudTier)
      #expect(stored[shown.id]?.deletedAt == nil)
      #expect(try project.sql("select count(deleted_at) from anchors") == "0")
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func whatIsGoneIsNotCreatedAgain(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let service = try project.service()
      let row = SpaceRow.sample()
      let stored = try await service.write(spaces: [row].asSeen(), tier: tier.cloudTier)
      #expect(stored.isEmpty)
      #expect(try project.sql("select count(*) from spaces") == "0")
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func manyRowsGoAtOnceAndEachTellsItsWinner(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await project.setMaxRows(3)
      let service = try project.service()
      let space = SpaceRow.sample()
      _ = try await service.write(spaces: [space].asNew, tier: tier.cloudTier)
      let first = (0..<20).map { AnchorRow.sample(space.id, x: Float($0)) }
      _ = try await service.write(anchors: first.asNew, tier: tier.cloudTier)
      // Every other row is based on the current one, the rest on an earlier one; ten are new.
      let second = first.enumerated().map { number, row in
        let (seen, time): (Int64, Int64) = number.isMultiple(of: 2) ? (123_456, 123_457) : (0, 1)
        return RowWrite(
          AnchorRow.sample(space.id, id: row.id, x: 99, at: .noon(time)), seen: .noon(seen))
      }
      let more = (0..<10).map { _ in AnchorRow.sample(space.id, x: 7) }
      let stored = try await service.write(
        anchors: second + more.asNew, tier: tier.cloudTier)
      #expect(stored.count == 30)
      for (number, row) in first.enumerated() {
        let expected: Float = number.isMultiple(of: 2) ? 99 : Float(number)
        #expect(stored[row.id]?.transform[12] == expected)
      }
      #expect(try project.sql("select count(*) from anchors where transform[13] = 99") == "10")
      #expect(try await project.journal().violations == [])
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func valuesArriveAsTheyWere(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let service = try project.service()
      let space = SpaceRow.sample(name: "a+b & \"c\", (d) % ü \u{2028} 🏠")
      let metadata: [String: AnyCodableValue] = [
        "text": "line\nbreak \u{202E}", "": "no name", "int": .int(.max), "whole": 1.0,
        "small": .double(1e-300), "flag": false, "none": nil, "list": [1, [nil, "x"]],
        "nested": ["deep": ["deeper": 0.1]],
      ]
      let anchor = AnchorRow.sample(space.id, x: 0.1, metadata: metadata)
      _ = try await service.write(spaces: [space].asNew, tier: tier.cloudTier)
      _ = try await service.write(anchors: [anchor].asNew, tier: tier.cloudTier)
      let found = try await service.spaces(ids: [space.id]).rows
      #expect(found.first?.name == space.name)
      #expect(found.first?.createdAt == space.createdAt)
      let row = try #require(try await service.anchors(ids: [anchor.id, UUID()]).rows.first)
      #expect(row.metadata == metadata)
      #expect(row.transform == anchor.transform)
      // The shortest digits, not those of the double that equals the float.
      #expect(try project.sql("select transform[13] from anchors") == "0.1")
    }
  }

  @Test func eventsAreInsertedOnce() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let service = try project.service()
      let event = AnchorEventRow.sample(UUID())
      _ = try await service.insert(events: [event])
      var changed = event
      changed.actorId = "somebody else"
      _ = try await service.insert(events: [changed, AnchorEventRow.sample(UUID(), metadata: nil)])
      let page = try await service.events(after: TableCursor())
      #expect(page.rows.count == 2)
      let row = try #require(page.rows.first)
      #expect(row.actorId == "Ada")
      #expect(row.instant == .noon(654_321))
      #expect(row.extra == ["operation": "x"])
      #expect(row.metadata == event.metadata)
      #expect(page.rows.last?.metadata == nil)
      #expect(page.end == page.rows.last?.sequence)
      #expect(try project.sql("select count(*) from anchor_events") == "2")
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func spacesAreDeletedWithAllThatIsTheirs(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let service = try project.service()
      let spaces = [SpaceRow.sample(), SpaceRow.sample()]
      _ = try await service.write(spaces: spaces.asNew, tier: tier.cloudTier)
      let anchors = spaces.map { AnchorRow.sample($0.id) }
      _ = try await service.write(anchors: anchors.asNew, tier: tier.cloudTier)
      let ids = [spaces[0].id, UUID()]
      #expect(try await service.delete(spaces: ids) == [spaces[0].id])
      #expect(try await service.delete(spaces: ids).isEmpty)
      #expect(try project.sql("select id from spaces") == spaces[1].id.wireText)
      #expect(try project.sql("select id from anchors") == anchors[1].id.wireText)
      if tier == .migrated {
        let graves = try await service.tombstones(after: TableCursor())
        #expect(Set(graves.rows.map(\.id)) == [spaces[0].id, anchors[0].id])
        #expect(graves.rows.first { $0.kind == .anchor }?.spaceId == spaces[0].id)
      }
    }
  }
}
