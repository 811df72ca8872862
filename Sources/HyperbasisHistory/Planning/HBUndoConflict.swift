public import HyperbasisModels

/// What an undo of one named operation leaves as it is at an anchor, because somebody changed it
/// since.
public struct HBUndoConflict: Equatable, Sendable {
  /// A part of an anchor that is changed by itself.
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
  /// Never empty; the keys of the metadata come last, sorted.
  public let parts: [Part]
  /// Whether its place is among the parts, and nothing but shifts of the space changed that: an undo
  /// with the places of today (``HBPlanRequest/placing(_:_:)`` with ``HBPlaceFrame/now``) takes it back
  /// all the same.
  public let isOnlyShifted: Bool

  package init(anchor: HBAnchor, parts: [Part], isOnlyShifted: Bool = false) {
    self.anchor = anchor
    self.parts = parts
    self.isOnlyShifted = isOnlyShifted
  }
}
