import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Anchor files that the original SDK rewrites while a store is open.
@Suite struct ChangedFileTests {
  private let folder: TemporaryStore
  private let store: HBLocalStore
  private let space = UUID()

  init() throws {
    folder = try TemporaryStore()
    store = HBLocalStore(baseDirectory: folder.url)
  }

  /// Rewrites a file as the SDK does: with a later date, and without an event.
  private func rewrite(_ id: UUID) throws {
    let file = folder.url.appending(path: "anchors/\(id.uuidString).json")
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    object["metadata"] = ["t": "sdk"]
    object["updatedAt"] = "2099-01-01T00:00:00Z"
    try JSONSerialization.data(withJSONObject: object).write(to: file)
  }

  enum Look: CaseIterable { case owner, anchor, history, otherSpace, none }

  @Test(arguments: Look.allCases) func `whoever looks at one first loses nothing of it`(look: Look)
    throws
  {
    let anchor = HBAnchor(spaceId: space, transform: HBTransform.identity, metadata: ["t": "old"])
    try store.perform(.save([anchor]), spaceId: space)
    try store.flush()
    try rewrite(anchor.id)
    switch look {
    case .owner: _ = try store.catalog.space(ofAnchor: anchor.id)
    case .anchor: _ = try store.loadAnchor(id: anchor.id)
    case .history:
      _ = try store.catalog.space(ofAnchor: anchor.id)
      _ = try store.loadEvents(spaceId: space)
    case .otherSpace:
      let other = HBAnchor(spaceId: UUID(), transform: HBTransform.identity, metadata: [:])
      try store.perform(.save([other]), spaceId: other.spaceId)
    case .none: break
    }
    var moved = anchor
    moved.update(transform: HBTransform.make(position: SIMD3(9, 0, 0)))
    try store.perform(.save([moved]), spaceId: space)
    let events = try store.loadEvents(spaceId: space)
    #expect(events.contains { $0.metadata?["t"] == "sdk" }, "\(events.map(\.type))")
  }
}
