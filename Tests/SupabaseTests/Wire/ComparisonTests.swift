import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

@testable import HyperbasisSupabase

/// A store that is compared with a project.
@Suite(.requiresSupabase) struct ComparisonTests {
  /// -0 is 0: neither digest tells them apart, and a migration whose digest does is seen through.
  @Test(arguments: [true, false])
  func zeroesOfBothSignsAreTheSame(isCurrent: Bool) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      if !isCurrent {
        try project.sql(
          """
          create or replace function public.transform_bytes(transform double precision[])
          returns bytea language sql immutable as 'select array_send(transform::float4[])'
          """)
      }
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        let space = HBSpace(name: "Kitchen")
        try await storage.save(space)
        for x in [Float(0), -0.0] {
          try await storage.save(
            HBAnchor(
              spaceId: space.id, transform: [1, x, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 1, -2, 1]))
        }
        try await storage.sync()
        for zero in ["0", "-0"] {
          for table in ["anchors", "anchor_events"] {
            try project.sql(
              """
              alter table \(table) disable trigger user;
              update \(table) set transform[2] = '\(zero)'::float8
              """)
          }
          #expect(try await storage.comparedWithCloud().allSatisfy(\.isSame))
        }
      }
    }
  }

  /// Somebody makes the table of events anew.
  @Test func historiesThatTheServerHasLostAreSentAgain() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        let space = HBSpace(name: "Kitchen")
        try await storage.save(space)
        for x in [Float(1), 2, 3] {
          try await storage.save(
            HBAnchor(
              spaceId: space.id, transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 1, -2, 1]))
        }
        try await storage.sync()
        try project.sql("truncate anchor_events")
        try await storage.sync()
        #expect(try project.sql("select count(*) from anchor_events") == "3")
        try project.sql("delete from anchor_events where transform[13] = 2")
        try await storage.sync(spaces: [space.id])
        #expect(try project.sql("select count(*) from anchor_events") == "3")
        #expect(try await storage.comparedWithCloud().allSatisfy(\.isSame))
      }
    }
  }
}
