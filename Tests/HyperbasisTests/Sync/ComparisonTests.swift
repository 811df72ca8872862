import Foundation
import Testing

@testable import HyperbasisSync

/// What a comparison with the cloud says of a space.
struct ComparisonTests {
  private func comparison(
    isHere: Bool = true, onlyThere: [UUID] = [], standing: SpaceComparison.Standing = .followed
  ) -> SpaceComparison {
    let id = UUID()
    let digest = SpaceDigest(id: id, name: "Hall", events: DigestSum(), anchors: DigestSum())
    var renamed = digest
    renamed.name = "Loft"
    return SpaceComparison(
      id: id, standing: standing, here: isHere ? digest : nil, there: renamed,
      events: SpaceComparison.Difference(onlyThere: onlyThere))
  }

  @Test func `only what a followed space lacks of its history comes by reading all of it`() {
    #expect(comparison(onlyThere: [UUID()]).lacksEvents)
    #expect(!comparison().lacksEvents)
    #expect(!comparison(isHere: false, onlyThere: [UUID()]).lacksEvents)
    #expect(!comparison(onlyThere: [UUID()], standing: .unfollowed).lacksEvents)
  }
}
