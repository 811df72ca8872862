import Foundation
package import HyperbasisCanvas
package import HyperbasisSyncStatus

/// Describes syncing, on the screen and on the command line.
package enum SyncText {
  /// What a pass is doing; nil if there is none.
  package static func work(_ phase: HBSyncStatus.Phase) -> TerminalText? {
    switch phase {
    case .connecting: "connecting"
    case .pulling: "receiving"
    case .pushing: "sending"
    case .fetchingMaps: "receiving world maps"
    case .sendingMaps: "sending world maps"
    case .idle, .waiting, .paused: nil
    }
  }

  /// The same with its progress: `sending 500 of 1200`. Maps and connections are not counted.
  package static func progress(
    _ phase: HBSyncStatus.Phase, done: Int, total: Int?
  ) -> TerminalText? {
    guard let work = work(phase) else { return nil }
    guard phase == .pulling || phase == .pushing, done > 0 || total ?? 0 > 0 else { return work }
    guard let total, total > 0 else { return "\(work) \(done)" }
    return "\(work) \(done) of \(total)"
  }

  /// `sending 12000 of 100000 rows, 3.1 MB, 40 s left`, for a line of its own.
  ///
  /// - Parameter seconds: the time since the phase began.
  package static func progressLine(_ status: HBSyncStatus, seconds: Double) -> TerminalText? {
    guard let work = progress(status.phase, done: status.done, total: status.total) else {
      return nil
    }
    let isRows = status.phase == .pulling || status.phase == .pushing
    let rows: TerminalText = isRows && status.done > 0 ? " rows" : .empty
    return work + rows + bytes(status) + left(status, seconds)
  }

  private static func bytes(_ status: HBSyncStatus) -> TerminalText {
    // With fewer bytes, the pass is over before this can be read.
    guard status.bytes >= 100_000 else { return .empty }
    let moved = TerminalText(megabytes(status.bytes))
    guard let total = status.byteTotal else { return ", \(moved) MB" }
    return ", \(moved) of \(TerminalText(megabytes(total))) MB"
  }

  private static func megabytes(_ count: Int) -> String {
    DecimalText.text(Double(count) / 1_000_000, digits: 1)
  }

  /// Returns the time that the rest takes at the pace so far, once there is a pace.
  private static func left(_ status: HBSyncStatus, _ seconds: Double) -> TerminalText {
    var share = 0.0
    if let total = status.byteTotal, total > 0 {
      share = Double(status.bytes) / Double(total)
    } else if let total = status.total, total > 0 {
      share = Double(status.done) / Double(total)
    }
    guard seconds >= 2, share > 0, share < 1 else { return .empty }
    let rest = max(1, (seconds * (1 - share) / share).rounded())
    return ", \(TerminalText(DurationText.short(microseconds: Int64(rest * 1e6)))) left"
  }

  /// `12 events of 3 anchors, 1 space and 1 world map`; nil for nothing.
  package static func counts(_ counts: HBSyncCounts) -> TerminalText? {
    var parts: [TerminalText] = []
    let anchors = CountText.text(counts.anchors, "anchor")
    if counts.events > 0 {
      parts.append("\(CountText.text(counts.events, "event")) of \(anchors)")
    } else if counts.anchors > 0 {
      parts.append(anchors)
    }
    if counts.spaces > 0 { parts.append(CountText.text(counts.spaces, "space")) }
    if counts.deletedSpaces > 0 {
      parts.append(CountText.text(counts.deletedSpaces, "deleted space"))
    }
    if counts.worldMaps > 0 { parts.append(CountText.text(counts.worldMaps, "world map")) }
    guard let last = parts.popLast() else { return nil }
    return parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
  }

  /// `received 3 events of 1 anchor, sent nothing`; nil if there was nothing to do.
  package static func moved(_ status: HBSyncStatus) -> TerminalText? {
    let (received, sent) = (counts(status.received), counts(status.sent))
    guard received != nil || sent != nil else { return nil }
    return "received \(received ?? "nothing"), sent \(sent ?? "nothing")"
  }

  /// What the server offers, and what it lacks if it could offer more.
  package static func tier(_ tier: CloudTier, lacking reason: String?) -> TerminalText {
    switch tier {
    case .migrated: "the server keeps histories (migrated)"
    case .plain:
      "the server keeps only the latest states (plain)"
        + (reason.map { ": it lacks the \(TerminalText($0, limit: 80))" } ?? .empty)
    }
  }

  /// `  1A2B3C4D  anchors: transform is not 16 finite numbers`.
  package static func unreadable(_ row: HBUnreadableRow) -> TerminalText {
    let id = row.id.map { String($0.uuidString.prefix(8)) } ?? "no id"
    return "  \(id)  \(TerminalText(row.reason, limit: 200))"
  }

  /// `3 changes wait for the cloud`.
  package static func waiting(_ pending: Int) -> TerminalText {
    pending == 1 ? "1 change waits for the cloud" : "\(pending) changes wait for the cloud"
  }
}
