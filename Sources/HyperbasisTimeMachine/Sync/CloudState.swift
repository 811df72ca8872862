package import Foundation
import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisSyncStatus
import HyperbasisWording

/// The sync status, as far as it is shown.
package struct CloudState: Equatable, Sendable {
  package var phase: HBSyncStatus.Phase
  /// The number of rows of the phase that are done.
  package var done: Int
  /// The number of rows in all; nil while that is unknown.
  package var total: Int?
  package var pending: Int
  /// The number of rows that the cloud refuses.
  package var refused: Int
  package var lastSync: HBInstant?
  package var failure: SyncFailure?
  /// The edits that the last pass found to have been made in two places at once.
  package var conflicts: [EditConflict]
  /// The spaces that the last pass removed, since others had deleted them.
  package var removed: [RemovedSpace]
  /// The spaces here that sync leaves out.
  package var unfollowed: Set<UUID>
  /// The spaces here that somebody has deleted from the cloud for good.
  package var forgotten: Set<UUID>

  package init(_ status: HBSyncStatus) {
    phase = status.phase
    done = status.done
    total = status.total
    pending = status.pending
    refused = status.quarantined.count
    lastSync = status.lastSync.map { HBInstant($0) }
    failure = status.lastError.map { SyncFailure($0) }
    conflicts = status.conflicts
    removed = status.removed
    unfollowed = status.unfollowed
    forgotten = Set(status.forgotten)
  }
}

/// Why the last pass failed.
package enum SyncFailure: Hashable, Sendable {
  /// The cloud cannot be reached now.
  case offline
  /// The cloud, or something in front of it, responds but cannot do what it is asked to now.
  case unavailable
  /// The key or the token is refused.
  case unauthorized
  /// A failure that does not go away by waiting.
  case other

  package init(_ error: any Error) {
    switch error as? HBStorageError {
    case .networkError: self = .offline
    case .serverError, .unexpectedAnswer: self = .unavailable
    case .unauthorized: self = .unauthorized
    default: self = .other
    }
  }
}

extension CloudState {
  package var isWorking: Bool { SyncText.work(phase) != nil }

  /// `offline, 3 pending`: the status in a few words.
  package func text(_ charset: Charset) -> TerminalText {
    SyncText.progress(phase, done: done, total: total).map { $0 + charset.ellipsis } ?? summary
  }

  /// The fullest text that fits, down to a word, or a sign if something is wrong; nil if none fits.
  package func text(_ charset: Charset, columns: Int) -> TerminalText? {
    texts(charset).first { $0.width <= columns }
  }

  /// Returns the status, the fullest text first: then a word, and a sign if something is wrong.
  private func texts(_ charset: Charset) -> [TerminalText] {
    let word: TerminalText? = isWorking ? "syncing" : parts.first
    let sign: TerminalText? = isSound ? nil : "!"
    return [text(charset), word, sign].compactMap(\.self)
  }

  /// Returns the status of one space, the fullest text first; one that sync leaves out is not synced,
  /// whatever the status of the others.
  func texts(of space: UUID, _ charset: Charset) -> [TerminalText] {
    leftOut(space).map { [$0] } ?? texts(charset)
  }

  /// Returns why sync leaves a space out, in two or three words; nil if it does not.
  func leftOut(_ space: UUID) -> TerminalText? {
    if forgotten.contains(space) { return "deleted in cloud" }
    return unfollowed.contains(space) ? "not followed" : nil
  }

  /// Returns whether there is nothing about a space that the user has to know.
  func isQuiet(of space: UUID) -> Bool { isQuiet && leftOut(space) == nil }

  private var isSound: Bool { failure == nil && refused == 0 && phase != .paused }

  /// The status without progress, for those who listen.
  package var announcement: TerminalText {
    isWorking ? "syncing" : summary
  }

  /// Whether there is nothing that the user has to know.
  package var isQuiet: Bool {
    !isWorking && failure == nil && pending == 0 && refused == 0
  }

  private var summary: TerminalText { parts.joined(separator: ", ") }

  /// The parts of the status, the most important first.
  private var parts: [TerminalText] {
    [
      state, refused > 0 ? "\(refused) refused" : .empty,
      pending > 0 ? "\(pending) pending" : .empty,
    ].present
  }

  private var state: TerminalText {
    switch failure {
    case .offline: "offline"
    case .unavailable: "cloud unavailable"
    case .unauthorized: "sync paused"
    // Refused rows are counted instead.
    case .other: refused > 0 ? .empty : "sync failed"
    case nil where phase == .paused: "sync paused"
    case nil where isQuiet: lastSync == nil ? "not synced" : "synced"
    case nil: .empty
    }
  }
}
