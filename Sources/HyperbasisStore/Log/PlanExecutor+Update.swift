package import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory
package import HyperbasisModels

extension PlanExecutor {
  /// Changes an anchor as it is at that moment: the space stays locked from reading it to writing it, so no
  /// change of anybody else is lost.
  ///
  /// - Throws: what `change` throws, and what saving the anchor would throw.
  package func update(
    _ anchor: UUID, spaceId: UUID, _ change: (inout HBAnchor) throws -> Void
  ) throws -> HBPlan {
    try reachingFiles {
      let space = open[spaceId]
      try endInOtherSpaces([anchor], of: space)
      let written = try space.readingAnew {
        try space.withLock {
          try space.withLogForAppending { log in
            try checkIsStillThere(space, log)
            try space.reconcile(anchor, in: &log)
            var changed = try current(anchor, in: log)
            try change(&changed)
            guard changed.id == anchor, changed.spaceId == spaceId else {
              throw HBStorageError.conflict
            }
            try changed.checkForSaving()
            return try write(planning(.save([changed]), &log, space), to: &log, of: space)
          }
        }
      }
      markAnchorFiles(of: written, space)
      return written
    }
  }

  private func current(_ id: UUID, in log: borrowing LoadedLog) throws -> HBAnchor {
    guard let slot = log.index.slot(of: id),
      let ordinal = log.index.latestOrdinal(ofSlot: slot, through: log.index.count),
      let anchor = try log.index.anchor(after: ordinal)
    else { throw HBStorageError.notFound(type: "anchor", id: id) }
    guard !anchor.isDeleted else { throw HBAnchorError.alreadyDeleted }
    return anchor
  }
}
