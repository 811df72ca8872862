import HyperbasisDiagnostics
package import HyperbasisHistory
package import HyperbasisStore

/// A space that was brought back from the trash, and what that means for the cloud.
package struct SpaceReturn: Sendable {
  /// The plan with the events that were written; empty if none were needed.
  package let plans: [HBPlan]
  /// Whether the cloud was still to be told of the deletion, which it will not be now. It may have learnt
  /// of it all the same, and then learns of the return only from a sync.
  package let wasUntold: Bool
  /// What the cloud must be told.
  package let changes: [HBPendingOperation.Kind]
}

extension PendingChanges {
  /// Brings a space back from the trash, and takes back the note of its deletion.
  ///
  /// - Throws: ``HBRestoreError``
  package func restoreSpace(_ space: TrashedSpace) throws -> SpaceReturn {
    let plans = try store.trash.restore(space)
    // The space is back; the next pass drops a note that cannot be taken back.
    let wasUntold =
      DiagnosticLog.sync.attempt("take back the note of a deletion") {
        try takeBackDeletion(of: space.id)
      } ?? false
    return SpaceReturn(
      plans: plans, wasUntold: wasUntold,
      changes: (wasUntold ? [] : [.saveSpace(space.id)])
        + plans.flatMap(HBPendingOperation.Kind.all(of:)))
  }
}

extension HBPendingOperation.Kind {
  /// Returns what the cloud must be told of a plan that was written.
  package static func all(of plan: HBPlan) -> [Self] {
    let anchors = plan.changes.map(\.anchorId)
    let isMany = anchors.count > PendingChanges.mostAnchors
    return isMany ? [.uploadEvents(plan.spaceId)] : anchors.map { .saveAnchor($0) }
  }
}
