import Foundation
import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisSyncStatus
import HyperbasisWording

/// What is known about the cloud.
package struct SyncState: Sendable {
  /// Whether there is a cloud to sync with.
  package var isAvailable = false
  /// The sync status; nil without a cloud, and until it has been read.
  package var status: CloudState?
  /// Why there is no cloud, and how to get one.
  package var obstacle: TerminalText = "no cloud is configured; hyperbasis doctor says how"
  /// Whether a requested sync is running.
  package var isRunning = false
  /// The message that the last requested pass failed; nil if it did not.
  private(set) var told: Message?
}

extension SyncState {
  /// Why nothing can be synced now; nil if syncing is possible.
  var refusal: TerminalText? {
    guard isAvailable else { return obstacle }
    return isRunning ? "a sync is already running" : nil
  }

  /// Returns what the last pass reported about a space that it removed because others had deleted it; nil
  /// for any other space.
  func removal(of space: UUID) -> RemovedSpace? {
    status?.removed.first { $0.id == space }
  }
}

// MARK: - Events

extension SyncState {
  mutating func start() -> Effect {
    isRunning = true
    return .sync
  }

  /// Records the sync status.
  ///
  /// - Parameter label: returns what an anchor is called, if that is known.
  /// - Returns: a message about anything new that the user did not ask for; nil if there is nothing.
  mutating func receive(
    _ status: CloudState, _ keymap: Keymap, _ settings: Settings,
    label: (UUID) -> TerminalText?
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
      let text = ConflictText.summary(status.conflicts, label: label)
    {
      return .warning(text)
    }
    guard status.failure == .unauthorized, former?.failure != .unauthorized else { return nil }
    return .warning(
      "the cloud refuses the key or the token, so nothing is synced; hyperbasis doctor says "
        + "more, \(keymap.label(of: .program(.sync))) tries again")
  }

  /// Returns whether a message reports the failure of a pass since which another one has succeeded.
  func isOver(_ message: Message?) -> Bool {
    message != nil && message == told && status?.failure == nil && !isRunning
  }

  /// Handles the end of a requested pass.
  ///
  /// - Parameters:
  ///   - space: the open one; nil in the list of spaces.
  ///   - label: returns what an anchor is called, if that is known.
  mutating func finish(
    _ result: Result<HBSyncStatus, Failure>, in space: UUID?, _ settings: Settings,
    label: (UUID) -> TerminalText?
  ) -> Message {
    isRunning = false
    told = nil
    switch result {
    case .failure(let failure):
      let message = Message.error(failure.text)
      told = message
      return message
    case .success(let status):
      let waiting: TerminalText =
        status.pending > 0 ? "; \(SyncText.waiting(status.pending))" : .empty
      let loss =
        settings.text(ofRemoved: status.removed)
        ?? ConflictText.summary(status.conflicts, label: label)
      if let loss { return .warning("synced: \(loss)\(waiting)") }
      let moved = SyncText.moved(status) ?? "nothing new"
      if let space, status.forgotten.contains(space) {
        let back = settings.command(
          "forget \(TerminalText(ShortId.text(space))) --bring-back")
        return .warning(
          "synced the other spaces; this one was deleted from the cloud for good, and is not sent: "
            + "\(back) takes that back\(waiting)")
      }
      guard let space, status.unfollowed.contains(space) else {
        return .note("synced: \(moved)\(waiting)")
      }
      let follow = settings.command("follow \(TerminalText(ShortId.text(space)))")
      return .warning(
        "synced the followed spaces; this one is not followed: \(follow) changes that\(waiting)"
      )
    }
  }
}

// MARK: - Removed spaces

extension Settings {
  /// Returns the message about a space that others deleted.
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
