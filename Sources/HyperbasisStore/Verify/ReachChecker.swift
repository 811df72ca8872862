import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

/// Finds logs that have become shorter than they were, or are gone.
struct ReachChecker {
  let context: StoreContext
  /// Nil for all spaces.
  let only: UUID?
}

/// A log that lacks something that it had.
struct LogLoss {
  let space: UUID
  /// The log's path relative to the store.
  let file: String
  /// How many bytes it has now; nil if it is gone.
  let size: Int?
  /// How far it reached.
  let lost: LogReach
  let noticedAt: HBInstant?
}

extension ReachChecker {
  /// Returns the losses that have not been accepted yet. Nothing is known about a log that cannot be
  /// read.
  func losses() throws -> [LogLoss] {
    try spaces().flatMap { space in
      try context.skipped.reading(context.layout.usualLog(of: space)) { try losses(of: space) }
        ?? []
    }
  }

  /// Whether a loss is still remembered, so that it must be reported.
  func isKnown(_ loss: LogLoss) throws -> Bool { try !losses(of: loss.space).isEmpty }

  /// Accepts that a log is gone. If there still is a log, the loss is accepted once that has been
  /// repaired.
  func accept(_ loss: LogLoss) {
    if loss.size == nil { LogReachFile(spaceId: loss.space, context: context).forget() }
  }

  /// Returns no loss or one.
  private func losses(of space: UUID) throws -> [LogLoss] {
    guard let record = try LogReachFile(spaceId: space, context: context).loss(),
      let lost = record.lost
    else { return [] }
    let log = try context.log(of: space)
    return [
      LogLoss(
        space: space, file: context.layout.relative(log.path), size: log.status?.size, lost: lost,
        noticedAt: record.noticedAt)
    ]
  }

  /// Returns the spaces about which something is remembered, whether or not anything else is left.
  private func spaces() throws -> [UUID] {
    if let only { return [only] }
    let known = try context.skipped.reading(context.layout.index) {
      try context.files.entries(of: context.layout.index)
    }
    return (known ?? []).compactMap { UUID(fileName: $0.name, suffix: StoreLayout.reachSuffix) }
      .sorted { UUIDBits($0) < UUIDBits($1) }
  }
}

// MARK: - As problems

extension LogLoss {
  func problem(isAccepted: Bool = false) -> HBStoreProblem {
    var problem = HBStoreProblem(
      file: file, kind: .logShrunk,
      excerpt: lost.end.map { "its last event was at \($0.rfc3339Text)" } ?? "",
      action: "\(what); \(isAccepted ? "accepted as it is" : advice)")
    problem.isRepairable = true
    return problem
  }

  /// Whether the loss is only what was found already: another space's log in its place, or an altered
  /// line in a log that is as long as it was.
  func isExplained(by problems: [HBStoreProblem]) -> Bool {
    if problems.contains(where: { $0.kind == .idMismatch && $0.file == file }) { return true }
    return size == lost.size
      && problems.contains { problem in
        guard problem.kind == .alteredLine, problem.file == file, let offset = problem.offset else {
          return false
        }
        return (offset..<offset + (problem.length ?? 0)).overlaps(lost.tailRange)
      }
  }

  /// Whether the log, or a folder above it, was found to be unusable, so that there is no way to know
  /// whether the log is as it was.
  func isHidden(by problems: [HBStoreProblem]) -> Bool {
    problems.contains { problem in
      problem.kind == .badFile && !problem.isRepairable
        && (file == problem.file || file.hasPrefix(problem.file + "/"))
    }
  }

  private var what: String {
    let had = "the log had \(lost.size) bytes at \(lost.seenAt.rfc3339Text)"
    let since = noticedAt.map { ", noticed at \($0.rfc3339Text)" } ?? ""
    guard let size else { return "\(had) and is gone\(since)" }
    if size < lost.size { return "\(had) and has \(size) now\(since)" }
    let tail = lost.tailRange.count
    let which = tail == lost.size ? "some of them" : "some of the last \(tail)"
    return "\(had); \(which) have changed since then\(since)"
  }

  private var advice: String {
    let backup =
      (size ?? 0) < lost.size
      ? "a backup may have the rest" : "a backup may have them as they were"
    return "\(backup); a repair accepts the log as it is"
  }
}
