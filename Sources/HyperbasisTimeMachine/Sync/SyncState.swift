import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisSync
import HyperbasisWording

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

extension SyncState {
  /// Why nothing can be synced now; nil where it can.
  var refusal: TerminalText? {
    guard isAvailable else { return obstacle }
    return isRunning ? "a sync is under way" : nil
  }
}

extension State {
  mutating func startSync() -> [Effect] {
    sync.isRunning = true
    return [.sync]
  }

  /// Records how syncing stands; what is new in it without having been asked for is announced.
  mutating func receive(_ status: CloudState) {
    let former = sync.status
    sync.status = status
    sync.isAvailable = true
    guard !sync.isRunning, status.failure == .unauthorized, former?.failure != .unauthorized
    else { return }
    message = .warning(
      "the cloud refuses the key or the token, so nothing is synced; hyperbasis doctor tells "
        + "closer, \(keymap.label(of: .program(.sync))) tries again")
  }

  /// A pass that was asked for has ended.
  mutating func finishSync(_ result: Result<HBSyncStatus, Failure>) {
    sync.isRunning = false
    switch result {
    case .failure(let failure): message = .error(failure.text)
    case .success(let status):
      let waiting: TerminalText =
        status.pending > 0 ? "; \(SyncText.waiting(status.pending))" : .empty
      message = .note("synced: \(SyncText.moved(status) ?? "nothing was new")\(waiting)")
    }
  }
}
