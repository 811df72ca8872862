import Foundation
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// How often the filter errs where it is as full as it gets.
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
    // By the arithmetic of its bits there are a hundred; the key is another each time.
    #expect(errors < 200, "\(errors) of 200,000")
  }
}
