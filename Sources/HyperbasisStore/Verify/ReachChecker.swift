import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

/// Finds logs that have become shorter than they were, or are gone.
struct ReachChecker {
  let context: StoreContext
  /// nil: all spaces.
  let only: UUID?
}

extension ReachChecker {
  /// - Parameter accepts: whether what is missing counts as accepted from now on.
  func problems(accepting accepts: Bool = false) throws -> [HBStoreProblem] {
    try spaces().compactMap { space in
      let memory = LogReachFile(spaceId: space, context: context)
      guard let record = try memory.loss(), let lost = record.lost else { return nil }
      let action = try describe(lost, record, space)
      // Where there is a log, it is accepted once that is repaired.
      if accepts, try context.log(of: space).status == nil { memory.forget() }
      return HBStoreProblem(
        file: "events/\(space.uuidString)/\(StoreLayout.logName)", kind: .logShrunk,
        excerpt: lost.end.map { "its last event was at \($0.rfc3339Text)" } ?? "",
        action: action + "; "
          + (accepts
            ? "accepted as it is" : "a backup may have the rest; a repair accepts it as it is"))
    }
  }

  /// Those of which something is remembered, whether anything else is left of them or not.
  private func spaces() throws -> [UUID] {
    let known = try context.skipped.reading(context.layout.index) {
      try context.files.entries(of: context.layout.index)
    }
    return (known ?? []).compactMap { UUID(fileName: $0.name, suffix: StoreLayout.reachSuffix) }
      .filter { only == nil || $0 == only }
      .sorted { UUIDBits($0) < UUIDBits($1) }
  }

  private func describe(
    _ lost: LogReach, _ record: LogReachRecord, _ space: UUID
  ) throws -> String {
    let had = "the log had \(lost.size) bytes at \(lost.seenAt.rfc3339Text)"
    let since = record.noticedAt.map { ", noticed at \($0.rfc3339Text)" } ?? ""
    guard let size = try context.log(of: space).status?.size else {
      return had + " and is gone" + since
    }
    return size < lost.size
      ? had + " and has \(size) now" + since : had + ", the last of which are different now" + since
  }
}
