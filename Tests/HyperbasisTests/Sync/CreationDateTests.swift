import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// The creation date of an anchor on its way through a cloud.
@Suite struct CreationDateTests {
  @Test(arguments: CloudTier.allCases)
  func anotherDeviceHasItToo(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.store.spaces.create(name: "Kitchen")
    let made = Date(timeIntervalSince1970: 1_500_000_000.25)
    let anchor = HBAnchor(
      id: UUID(), spaceId: space, transform: HBTransform.identity, metadata: [:],
      createdAt: made, updatedAt: made)
    try one.store.perform(.save([anchor]), spaceId: space)
    for _ in 0..<2 {
      await one.sync()
      await two.sync()
    }
    for device in [one, two] {
      #expect(try device.store.loadAnchor(id: anchor.id)?.createdAt == made)
    }
    #expect(party.cloud.now.anchors[anchor.id]?.createdAt == HBInstant(made))
    // An event that came back would be an additional one.
    if tier == .migrated {
      #expect(try one.folder.log(of: space) == two.folder.log(of: space))
    }
  }
}
