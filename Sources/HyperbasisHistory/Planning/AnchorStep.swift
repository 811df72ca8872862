package import HyperbasisModels

/// One event to write, still without its id, version and instant.
package struct AnchorStep {
  package let type: HBAnchorEvent.EventType
  package var transform: [Float]?
  package var metadata: [String: AnyCodableValue]?
}

extension AnchorStep {
  package static let deleted = AnchorStep(type: .deleted)
  /// Shows an anchor as it is, whatever that is once the events of others are there.
  package static let restored = AnchorStep(type: .restored)

  /// Returns a `created` or `restored` with the whole of a state.
  package static func whole(_ type: HBAnchorEvent.EventType, _ state: AnchorState) -> AnchorStep {
    AnchorStep(type: type, transform: state.transform, metadata: state.metadata)
  }

  /// Returns what saving `target` appends if `current` is in force; nil stands for no state yet.
  ///
  /// A deletion comes last and a restoration first, so that moves and new metadata happen to a visible
  /// anchor. The restoration carries what was in force; differences follow as events of their own.
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

  /// Returns what rolling back to `target` appends if `current` is in force; nil stands for no state.
  ///
  /// Two hidden states do not differ, whatever they hide.
  static func rollingBack(to target: AnchorState?, over current: AnchorState?) -> [AnchorStep] {
    guard let target, !target.isHidden else { return hiding(current) }
    return target == current ? [] : [whole(.restored, target)]
  }

  /// Returns what hides an anchor: nothing if it is not visible.
  static func hiding(_ current: AnchorState?) -> [AnchorStep] {
    guard let current, !current.isHidden else { return [] }
    return [deleted]
  }
}
