import Hyperbasis
import HyperbasisCanvas

extension State {
  /// Why nothing can be synced now; nil where it can.
  var syncRefusal: TerminalText? {
    guard hasCloud else { return cloudObstacle }
    return isSyncing ? "a sync is under way" : nil
  }

  mutating func sync() -> [Effect] {
    isSyncing = true
    return [.sync]
  }

  /// Takes over how syncing stands; what is new in it without having been asked for is told.
  mutating func take(_ cloud: CloudState) {
    let former = self.cloud
    self.cloud = cloud
    hasCloud = true
    guard !isSyncing, cloud.failure == .unauthorized, former?.failure != .unauthorized else {
      return
    }
    message = .warning(
      "the cloud refuses the key or the token, so nothing is synced; hyperbasis doctor looks "
        + "closer, \(keymap.label(of: .sync)) tries again")
  }

  /// A pass that was asked for has ended.
  mutating func finishSync(_ result: Result<HBSyncStatus, Failure>) {
    isSyncing = false
    switch result {
    case .failure(let failure): message = .error(failure.text)
    case .success(let status):
      let waiting: TerminalText =
        status.pending > 0 ? "; \(SyncWords.waiting(status.pending))" : .empty
      message = .note("synced: \(SyncWords.moved(status) ?? "nothing was new")\(waiting)")
    }
  }
}
