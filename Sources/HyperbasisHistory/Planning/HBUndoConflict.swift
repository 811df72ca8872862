public import HyperbasisModels

/// What an undo of a named operation leaves as it is in an anchor, because somebody has changed it since.
public struct HBUndoConflict: Equatable, Sendable {
  /// A part of an anchor that can change independently of the others.
  public enum Part: Hashable, Sendable {
    /// The transform: where the anchor is, how it is turned and scaled.
    case place
    /// Whether the anchor is there.
    case visibility
    /// The value of one key of the metadata.
    case metadata(key: String)
  }

  /// The anchor as it is now.
  public let anchor: HBAnchor
  /// The parts that stay as they are: never empty; metadata keys come last, sorted.
  public let parts: [Part]
  /// Whether its place is among the parts and only shifts of the space have changed it: an undo in today's
  /// frame (``HBPlanRequest/placing(_:_:)`` with ``HBPlaceFrame/now``) takes it back nevertheless.
  public let isOnlyShifted: Bool

  package init(anchor: HBAnchor, parts: [Part], isOnlyShifted: Bool = false) {
    self.anchor = anchor
    self.parts = parts
    self.isOnlyShifted = isOnlyShifted
  }
}
