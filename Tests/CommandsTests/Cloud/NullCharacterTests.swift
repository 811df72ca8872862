import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// A text with the character U+0000, which PostgreSQL cannot store.
struct NullCharacterTests {
  @Test func theAdviceIsTrue() async throws {
    let (cloud, bench) = (FakeCloud(.migrated), try Kitchen.workbench())
    bench.connect(to: cloud)
    _ = await bench.runApart("sync")
    #expect(bench.run("set", Kitchen.note, #"text="poison\u0000""#).status == 0)
    let refused = await bench.runApart("sync")
    #expect(refused.status == 1 && refused.errors.contains("U+0000"), "\(refused)")
    #expect(refused.errors.contains("hyperbasis unfollow 11111111."), "\(refused)")
    // The anchor's current state is accepted; its former one stays refused.
    #expect(bench.run("set", Kitchen.note, "text=fine").status == 0)
    #expect(await bench.runApart("sync").status == 1)
    let row = cloud.now.anchors.values.first { $0.id.uuidString == Kitchen.note }
    #expect(row?.metadata["text"] == "fine")
    #expect(bench.run("unfollow", "11111111").status == 0)
    #expect(await bench.runApart("sync").status == 0)
  }
}
