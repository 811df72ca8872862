import Foundation
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// How often the filter errs when it is as full as it gets.
struct IdentifierFilterTests {
  @Test func oneAbsentIdInAThousandSeemsPresentAtMost() {
    var random = SeededGenerator(seed: 18)
    func id() -> UUIDBits { UUIDBits(RandomHistory.uuid(&random)) }
    var filter = IdentifierFilter(expected: 1 << 17)
    #expect(filter.comfortableCount == 1 << 17)
    let present = (0..<filter.comfortableCount).map { _ in id() }
    for id in present { _ = filter.insert(id) }
    #expect(present.allSatisfy(filter.mayContain))
    let errors = (0..<200_000).count { _ in filter.mayContain(id()) }
    // The arithmetic of its bits gives a hundred; the key differs each time.
    #expect(errors < 200, "\(errors) of 200,000")
  }
}
