import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

@testable import HyperbasisSupabase

/// A server that returns three rows at most, whatever is requested, and does not say so.
@Suite(.requiresSupabase) struct PagingTests {
  private func all<Row, Position>(
    _ page: (Position?) async throws(CloudFailure) -> CloudPage<Row, Position>
  ) async throws(CloudFailure) -> [Row] {
    var rows: [Row] = []
    var end: Position?
    while true {
      let next = try await page(end)
      rows += next.rows
      end = next.end ?? end
      if next.isLast { return rows }
    }
  }

  @Test func aShortPageIsNotTheLast() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let service = try project.service()
      let spaces = (0..<10).map { SpaceRow.sample(name: "\($0)") }
      _ = try await service.write(spaces: spaces.asNew, tier: .migrated)
      let anchors = spaces.map { AnchorRow.sample($0.id) }
      _ = try await service.write(anchors: anchors.asNew, tier: .migrated)
      _ = try await service.insert(
        events: (0..<10).map { AnchorEventRow.sample(UUID(), version: $0 + 1) })
      try await project.setMaxRows(3)

      let listed = try await all(service.spaceManifest(after:))
      #expect(Set(listed.map(\.id)) == Set(spaces.map(\.id)))
      #expect(listed.allSatisfy { $0.updatedAt == .noon(123_456) })
      #expect(
        try await all { end throws(CloudFailure) in
          try await service.anchorManifest(of: nil, after: end)
        }.count == 10)
      let few = spaces.prefix(4).map(\.id)
      let some = try await all { end throws(CloudFailure) in
        try await service.anchorManifest(of: few, after: end)
      }
      #expect(some.count == 4 && Set(some.map(\.spaceId)) == Set(few))
      #expect(try await service.spaces(ids: spaces.map(\.id)).rows.count == 10)
      #expect(try await service.anchors(ids: anchors.map(\.id)).rows.count == 10)

      let pulled = try await all { (end: Int64?) throws(CloudFailure) in
        try await service.spaces(after: TableCursor(read: end ?? 0))
      }
      #expect(pulled.map(\.name) == spaces.map(\.name))
      let events = try await all { (end: Int64?) throws(CloudFailure) in
        try await service.events(after: TableCursor(read: end ?? 0))
      }
      #expect(events.map(\.version) == Array(1...10))
      #expect(
        try await all { (end: Int64?) throws(CloudFailure) in
          try await service.anchors(after: TableCursor(read: end ?? 0))
        }.count == 10)
      _ = try await service.delete(spaces: spaces.map(\.id))
      #expect(
        try await all { (end: Int64?) throws(CloudFailure) in
          try await service.tombstones(after: TableCursor(read: end ?? 0))
        }.count == 20)
      #expect(try await project.journal().violations == [])
    }
  }

  @Test func aListOfOnePageIsOneRequest() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let service = try project.service()
      let spaces = (0..<10).map { SpaceRow.sample(name: "\($0)") }
      _ = try await service.write(spaces: spaces.asNew, tier: .plain)
      #expect(try await service.spaceManifest(after: nil).isLast)
      #expect(try await service.anchorManifest(of: nil, after: nil).isLast)
    }
  }

  @Test func rowsThatCannotBeReadHideNoOthers() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let service = try project.service(rowsPerPage: 2)
      let space = SpaceRow.sample()
      _ = try await service.write(spaces: [space].asNew, tier: .migrated)
      let good = (0..<3).map { AnchorRow.sample(space.id, x: Float($0)) }
      _ = try await service.write(anchors: [good[0]].asNew, tier: .migrated)
      let place = "'\(space.id.wireText)'"
      let unit = "'{1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}'"
      // A short transform, one that is not finite, no space, a number beyond all doubles, no date.
      try project.sql(
        """
        insert into anchors (id, space_id, transform) values
          (gen_random_uuid(), \(place), '{1,2}'),
          (gen_random_uuid(), \(place), '{NaN,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}'),
          (gen_random_uuid(), null, \(unit));
        insert into anchors (id, space_id, transform, metadata) values
          (gen_random_uuid(), \(place), \(unit), '{"far": 1e400}'),
          (gen_random_uuid(), \(place), \(unit), '[1]');
        insert into anchors (id, space_id, transform, updated_at) values
          (gen_random_uuid(), \(place), \(unit), 'infinity');
        """)
      _ = try await service.write(anchors: good[1...].map { $0 }.asNew, tier: .migrated)

      var rows: [AnchorRow] = []
      var unreadable: [UnreadableRow] = []
      var end: Int64 = 0
      while true {
        let page = try await service.anchors(after: TableCursor(read: end))
        rows += page.rows
        unreadable += page.unreadable
        end = page.end ?? end
        if page.isLast { break }
      }
      #expect(rows.map(\.transform[12]) == [0, 1, 2])
      #expect(unreadable.count == 6)
      #expect(unreadable.allSatisfy { $0.id != nil })
    }
  }
}
