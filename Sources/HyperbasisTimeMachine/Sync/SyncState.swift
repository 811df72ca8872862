package import HyperbasisCanvas

/// What is known of the cloud.
package struct SyncState: Sendable {
  /// Whether there is a cloud to sync with.
  package var isAvailable = false
  /// How syncing stands; nil without a cloud, and until it has been read.
  package var status: CloudState?
  /// Why there is no cloud, and what to do for one.
  package var obstacle: TerminalText = "no cloud is configured; hyperbasis doctor says how"
  /// Whether a sync that was asked for is under way.
  package var isRunning = false
}
