package import Foundation
import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisSyncStatus
import HyperbasisWording

/// How syncing stands, as far as it is shown.
package struct CloudState: Equatable, Sendable {
  package var phase: HBSyncStatus.Phase
  /// How many rows of the phase are done.
  package var done: Int
  /// How many there are; nil where nobody knows yet.
  package var total: Int?
  package var pending: Int
  /// How many rows the cloud refuses.
  package var refused: Int
  package var lastSync: HBInstant?
  package var failure: SyncFailure?
  /// What the last pass found to have been changed in two places at once.
  package var conflicts: [EditConflict]
  /// The spaces that went in the last pass, since others had deleted them.
  package var removed: [RemovedSpace]
  /// The spaces here that sync leaves out.
  package var unfollowed: Set<UUID>

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
  }
}

/// What kept the last pass from its end.
package enum SyncFailure: Hashable, Sendable {
  /// The cloud cannot be reached now.
  case offline
  /// It, or something in front of it, responds, and it cannot do what it is asked for now.
  case unavailable
  /// The key or the token is refused.
  case unauthorized
  /// Something that more than waiting is needed for.
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

  /// `offline, 3 pending`: how it stands, in a few words.
  package func text(_ charset: Charset) -> TerminalText {
    SyncText.progress(phase, done: done, total: total).map { $0 + charset.ellipsis } ?? summary
  }

  /// The same as far as there is room: in the end a word, and a sign where something is wrong.
  package func text(_ charset: Charset, columns: Int) -> TerminalText? {
    texts(charset).first { $0.width <= columns }
  }

  /// How it stands, the fullest first: a word, and a sign where something is wrong.
  private func texts(_ charset: Charset) -> [TerminalText] {
    let word: TerminalText? = isWorking ? "syncing" : parts.first
    let sign: TerminalText? = isSound ? nil : "!"
    return [text(charset), word, sign].compactMap(\.self)
  }

  /// How one space stands, the fullest first: of one that sync leaves out nothing is synced, however
  /// the others stand.
  func texts(of space: UUID, _ charset: Charset) -> [TerminalText] {
    unfollowed.contains(space) ? ["not followed"] : texts(charset)
  }

  /// Whether it says nothing of a space that anybody has to know.
  func isQuiet(of space: UUID) -> Bool { isQuiet && !unfollowed.contains(space) }

  private var isSound: Bool { failure == nil && refused == 0 && phase != .paused }

  /// The same without how far it is, for those who listen.
  package var announcement: TerminalText {
    isWorking ? "syncing" : summary
  }

  /// Whether it says nothing that anybody has to know.
  package var isQuiet: Bool {
    !isWorking && failure == nil && pending == 0 && refused == 0
  }

  private var summary: TerminalText { parts.joined(separator: ", ") }

  /// The weightiest first.
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
    // What is refused is counted.
    case .other: refused > 0 ? .empty : "sync failed"
    case nil where phase == .paused: "sync paused"
    case nil where isQuiet: lastSync == nil ? "not synced" : "synced"
    case nil: .empty
    }
  }
}
