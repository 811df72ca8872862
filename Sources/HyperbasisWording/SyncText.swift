package import HyperbasisCanvas
package import HyperbasisSync

/// What is said of syncing, on the screen and on the command line.
package enum SyncText {
  /// What a pass is doing; nil while there is none.
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

  /// The same with how far it is: `sending 500 of 1200`. Maps and connections are not counted.
  package static func progress(
    _ phase: HBSyncStatus.Phase, done: Int, total: Int?
  ) -> TerminalText? {
    guard let work = work(phase) else { return nil }
    guard phase == .pulling || phase == .pushing, done > 0 || total ?? 0 > 0 else { return work }
    guard let total, total > 0 else { return "\(work) \(done)" }
    return "\(work) \(done) of \(total)"
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

  /// `received 3 events of 1 anchor, sent nothing`; nil where nothing was to be done.
  package static func moved(_ status: HBSyncStatus) -> TerminalText? {
    let (received, sent) = (counts(status.received), counts(status.sent))
    guard received != nil || sent != nil else { return nil }
    return "received \(received ?? "nothing"), sent \(sent ?? "nothing")"
  }

  /// `3 changes wait for the cloud`.
  package static func waiting(_ pending: Int) -> TerminalText {
    pending == 1 ? "1 change waits for the cloud" : "\(pending) changes wait for the cloud"
  }
}
