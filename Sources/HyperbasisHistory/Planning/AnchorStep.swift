package import HyperbasisModels

/// One event to be, without its id, version and instant.
package struct AnchorStep {
  package let type: HBAnchorEvent.EventType
  package var transform: [Float]?
  package var metadata: [String: AnyCodableValue]?
}

extension AnchorStep {
  package static let deleted = AnchorStep(type: .deleted)

  /// A `created` or `restored` with all there is of a state.
  package static func whole(_ type: HBAnchorEvent.EventType, _ state: AnchorState) -> AnchorStep {
    AnchorStep(type: type, transform: state.transform, metadata: state.metadata)
  }

  /// What saving `target` appends where `current` is in force; nil for no state yet.
  ///
  /// A deletion comes last and a return first, so that moves and new metadata happen to a visible
  /// anchor. The return carries what was in force; what differs follows as events of its own.
  package static func saving(_ target: AnchorState, over current: AnchorState?) -> [AnchorStep] {
    guard let current else {
      return [whole(.created, target)] + (target.isHidden ? [deleted] : [])
    }
    var steps: [AnchorStep] = []
    if current.isHidden, !target.isHidden { steps.append(whole(.restored, current)) }
    if current.transform != target.transform {
      steps.append(AnchorStep(type: .moved, transform: target.transform))
    }
    if !current.metadata.hasSameMembers(as: target.metadata) {
      steps.append(AnchorStep(type: .updated, metadata: target.metadata))
    }
    if target.isHidden, !current.isHidden { steps.append(deleted) }
    return steps
  }

  /// What rolling back to `target` appends where `current` is in force; nil for no state.
  ///
  /// Two hidden states do not differ, whatever lies hidden.
  static func rollingBack(to target: AnchorState?, over current: AnchorState?) -> [AnchorStep] {
    guard let target, !target.isHidden else { return hiding(current) }
    return target == current ? [] : [whole(.restored, target)]
  }

  /// What hides an anchor: nothing where it is not visible.
  static func hiding(_ current: AnchorState?) -> [AnchorStep] {
    guard let current, !current.isHidden else { return [] }
    return [deleted]
  }
}
