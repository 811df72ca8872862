import Foundation
import HyperbasisModels
import HyperbasisStore

/// How a pass is to go about it.
package struct SyncOptions: Sendable {
  /// Takes rows that are gone from a plain server for deleted, however many they are.
  package var acceptsVanished = false
  /// Sends what was refused once more.
  package var retriesQuarantined = false
  /// How long the answer to what a server offers is kept, in seconds.
  var probeInterval: TimeInterval = 3600
  /// So often a pass pulls again because others were faster.
  var rounds = 3

  package init(acceptsVanished: Bool = false, retriesQuarantined: Bool = false) {
    self.acceptsVanished = acceptsVanished
    self.retriesQuarantined = retriesQuarantined
  }
}

/// What a pass came to.
struct SyncOutcome: Sendable {
  /// What ended it early; nil where it came through.
  var failure: (any Error)?
  /// What could not be done while the rest went on.
  var problems: [any Error] = []
  /// Rows of the cloud that were passed over.
  var unreadable: [UnreadableRow] = []
  var quarantine: [QuarantinedItem] = []
  var lastSync: HBInstant?
  var pending: [HBPendingOperation.Kind] = []
  var received = HBSyncCounts()
  var sent = HBSyncCounts()

  /// What the caller of an explicit sync is told.
  var error: (any Error)? { failure ?? problems.first }
}
