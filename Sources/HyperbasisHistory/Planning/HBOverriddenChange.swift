public import HyperbasisModels

/// A change that somebody else made between the events of an operation, and that an undo of the operation
/// takes away, too, since it leads back to the state before the operation's first event.
///
/// Undoing the operation by its id (``HBPlanRequest/undoOperation(_:)``) keeps it.
public struct HBOverriddenChange: Equatable, Sendable {
  /// The anchor as it is now.
  public let anchor: HBAnchor
  /// The parts that were changed: never empty; metadata keys come last, sorted.
  public let parts: [HBUndoConflict.Part]
  /// Who changed them, if the event says so.
  public let actor: String?
  /// When they were changed.
  public let instant: HBInstant
}
