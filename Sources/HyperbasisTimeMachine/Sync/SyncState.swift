import Foundation
import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisSyncStatus
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
    return isRunning ? "a sync is already running" : nil
  }

  /// What the last pass said of a space that went since others had deleted it; nil for any other.
  func removal(of space: UUID) -> RemovedSpace? {
    status?.removed.first { $0.id == space }
  }
}

// MARK: - What happens

extension SyncState {
  mutating func start() -> Effect {
    isRunning = true
    return .sync
  }

  /// Records how syncing stands.
  ///
  /// - Returns: what is new in it without having been asked for; nil for nothing.
  mutating func receive(
    _ status: CloudState, _ keymap: Keymap, _ settings: Settings
  ) -> Message? {
    let former = self.status
    self.status = status
    isAvailable = true
    guard !isRunning else { return nil }
    if status.removed != former?.removed ?? [],
      let text = settings.text(ofRemoved: status.removed)
    {
      return .warning(text)
    }
    if status.conflicts != former?.conflicts ?? [],
      let text = ConflictText.summary(status.conflicts)
    {
      return .warning(text)
    }
    guard status.failure == .unauthorized, former?.failure != .unauthorized else { return nil }
    return .warning(
      "the cloud refuses the key or the token, so nothing is synced; hyperbasis doctor tells "
        + "closer, \(keymap.label(of: .program(.sync))) tries again")
  }

  /// A pass that was asked for has ended.
  mutating func finish(_ result: Result<HBSyncStatus, Failure>, _ settings: Settings) -> Message {
    isRunning = false
    switch result {
    case .failure(let failure): return .error(failure.text)
    case .success(let status):
      let waiting: TerminalText =
        status.pending > 0 ? "; \(SyncText.waiting(status.pending))" : .empty
      let loss =
        settings.text(ofRemoved: status.removed) ?? ConflictText.summary(status.conflicts)
      if let loss { return .warning("synced: \(loss)\(waiting)") }
      return .note("synced: \(SyncText.moved(status) ?? "nothing was new")\(waiting)")
    }
  }
}

// MARK: - Spaces that went

extension Settings {
  /// What is said of a space that others deleted.
  func text(of space: RemovedSpace) -> TerminalText {
    RemovedSpaceText.text(space, command: command(bringingBack: space))
  }

  fileprivate func text(ofRemoved spaces: [RemovedSpace]) -> TerminalText? {
    RemovedSpaceText.summary(spaces, command: command(bringingBack:))
  }

  private func command(bringingBack space: RemovedSpace) -> TerminalText {
    command("restore-space \(TerminalText(ShortId.text(space.id)))")
  }
}
