public import HyperbasisModels

/// What somebody else changed between the events of an operation and an undo of that operation takes
/// away, too: it leads to the state before the operation's first event.
///
/// Undo of the operation by its id (``HBPlanRequest/undoOperation(_:)``) leaves it.
public struct HBOverriddenChange: Equatable, Sendable {
  /// The anchor as it is now.
  public let anchor: HBAnchor
  /// Never empty; the keys of the metadata come last, sorted.
  public let parts: [HBUndoConflict.Part]
  /// Who changed them, where the event says so.
  public let actor: String?
  /// When.
  public let instant: HBInstant
}
