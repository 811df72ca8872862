import HyperbasisAnchorLog
package import HyperbasisModels

/// What is compared when an anchor is saved: everything about it but its dates.
package struct AnchorState {
  /// 16 floats, column-major, in metres.
  package var transform: [Float]
  package var metadata: [String: AnyCodableValue]
  package var isHidden: Bool

  package init(transform: [Float], metadata: [String: AnyCodableValue], isHidden: Bool) {
    self.transform = transform
    self.metadata = metadata
    self.isHidden = isHidden
  }
}

extension AnchorState: Equatable {
  /// Compares by value: floats as floats, metadata as ``AnyCodableValue`` compares them.
  package static func == (left: AnchorState, right: AnchorState) -> Bool {
    left.isHidden == right.isHidden && left.transform == right.transform
      && left.metadata.hasSameMembers(as: right.metadata)
  }
}

extension AnchorState {
  package init(_ anchor: HBAnchor) {
    self.init(
      transform: anchor.transform, metadata: anchor.metadata, isHidden: anchor.isDeleted)
  }
}

extension EventIndex {
  /// Returns the state of an event's anchor after the event; nil before its fold starts.
  package func anchorState(after ordinal: Int?) throws -> AnchorState? {
    guard let ordinal, hasStarted(ordinal) else { return nil }
    return AnchorState(
      transform: try transform(ordinal), metadata: try metadata(ordinal),
      isHidden: isHidden(ordinal))
  }

  /// Whether an anchor's states after two of its events are equal; nil stands for the time before the
  /// first. Payloads are read only if they can differ.
  func isSameState(_ left: Int?, _ right: Int?) throws -> Bool {
    let left = left.flatMap { hasStarted($0) ? $0 : nil }
    let right = right.flatMap { hasStarted($0) ? $0 : nil }
    guard let left, let right else { return left == right }
    guard isHidden(left) == isHidden(right) else { return false }
    return try hasSamePayload(left, right)
  }

  /// Whether the transforms and metadata in force after two events of an anchor are equal.
  func hasSamePayload(_ left: Int, _ right: Int) throws -> Bool {
    if transformSource(left) != transformSource(right),
      try transform(left) != transform(right)
    {
      return false
    }
    if metadataSource(left) == metadataSource(right) { return true }
    return try metadata(left).hasSameMembers(as: metadata(right))
  }
}
