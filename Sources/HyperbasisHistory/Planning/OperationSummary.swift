package import Foundation
package import HyperbasisModels

/// What a list shows of an operation; it takes no more memory for an operation on many anchors.
package struct OperationSummary: Equatable, Sendable {
  package let id: UUID
  /// The instant of its last event.
  package let instant: HBInstant
  /// Who acted, if the events say so.
  package let actor: String?
  package let kind: HBOperation.Kind
  package let eventCount: Int
  /// How many anchors it touched.
  package let anchorCount: Int
  /// Whether its newest tag is an undo.
  package let isUndone: Bool
}

extension OperationSummary {
  package init(_ operation: HBOperation) {
    self.init(
      id: operation.id, instant: operation.instant, actor: operation.actor, kind: operation.kind,
      eventCount: operation.eventCount, anchorCount: operation.anchorIds.count,
      isUndone: operation.isUndone)
  }
}
