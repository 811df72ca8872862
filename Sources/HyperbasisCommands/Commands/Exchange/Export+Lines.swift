import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

// JSON lines: the log itself, or the anchors of one date.

extension Export {
  /// Writes the lines of the log byte for byte, in the order of the file, then the events that only
  /// anchor files imply, as a repair would write them. Lines that are not events of the space are left
  /// out.
  func writeLog(to sink: ByteSink) throws -> TerminalText {
    let written = scope.isWhole ? nil : scope.ordinals()
    let wanted = written.map { Set($0) }
    var offsets: Set<Int>?
    if let wanted { offsets = Set(wanted.compactMap { index.lineRange($0)?.lowerBound }) }
    let problems = scope.snapshot.problems
    // An import would take the lines of another space for that space.
    let leftOut = Set(
      problems.lazy.filter { $0.kind.isDamage || $0.kind == .foreignSpace }.map(\.offset))
    let withoutPart = Set(problems.lazy.filter(\.kind.takesNoPart).map(\.offset))
    var (count, ignored, known) = (0, 0, 0)
    try session.store.events.forEachLine(of: scope.snapshot.spaceId) { line in
      guard offsets?.contains(line.offset) ?? !leftOut.contains(line.offset), !line.bytes.isEmpty,
        !line.isCut
      else { return }
      try sink.append(line.bytes)
      try sink.append([UInt8(ascii: "\n")])
      guard !withoutPart.contains(line.offset) else {
        ignored += 1
        return
      }
      count += 1
      // What others have appended since is not in the index.
      if line.offset < scope.snapshot.head.bytes { known += 1 }
    }
    // A line that is there twice is one event.
    let repeated =
      wanted == nil ? max(0, known - (0..<index.count).count { !index.isSynthetic($0) }) : 0
    (count, ignored) = (count - repeated, ignored + repeated)
    for ordinal in 0..<index.count
    where index.isSynthetic(ordinal) && wanted?.contains(ordinal) ?? true {
      try sink.append(try index.line(ofSynthetic: ordinal))
      count += 1
    }
    try warn(ofOutdated: scope.countOfOutdated(after: written ?? []))
    let events = CountText.text(count, "event")
    guard ignored > 0 else { return events }
    return "\(events), and \(CountText.text(ignored, "line")) that the store keeps and ignores"
  }

  /// Writes the anchors as in `show --json`, one per line.
  func writeAnchors(to sink: ByteSink) throws -> TerminalText {
    let moment = try scope.moment()
    let anchors = try index.anchors(after: scope.ordinals(of: moment))
    for anchor in anchors {
      try sink.append(JSONNode(anchor, in: moment.state, of: index).text + "\n")
    }
    return CountText.text(anchors.count, "anchor")
  }
}
