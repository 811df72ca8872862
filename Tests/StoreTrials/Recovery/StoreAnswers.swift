import Foundation
import Hyperbasis
import HyperbasisHistory
import HyperbasisModels
package import HyperbasisStore

/// Everything that a store answers when it is asked for all it has.
package struct StoreAnswers: Equatable {
  private let spaces: [String]
  private let events: [[HBAnchorEvent]]
  private let anchors: [[HBAnchor]]
  private let states: [[HBAnchor]]
  private let operations: [[HBOperation]]
  private let homes: [UUID?]

  package init(_ store: HBLocalStore) throws {
    spaces = try store.catalog.summaries().map { "\($0)" }
    let ids = try store.catalog.sortedIds()
    events = try ids.map { try store.loadEvents(spaceId: $0) }
    anchors = try ids.map { try store.loadAnchors(spaceId: $0) }
    homes = try anchors.joined().map { try store.catalog.space(ofAnchor: $0.id) }
    let timelines = try ids.map { try store.snapshot(of: $0).timeline }
    states = timelines.flatMap { timeline in
      timeline.scrubberDates(steps: 5).map(timeline.state)
    }
    operations = timelines.map { OperationLog(index: $0.index).operations(limit: nil) }
  }
}
