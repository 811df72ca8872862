import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisStore
import SystemPackage

/// The events of a log that the cloud does not have yet.
struct EventOutbox {
  fileprivate let index: EventIndex
  fileprivate var ordinals: [Int]
  /// What the cloud has; it grows as events are sent.
  var mark: LogMark
  /// How long the log was when it was read.
  let logSize: Int
  fileprivate let source: LogBytes?
}

extension EventOutbox {
  var count: Int { ordinals.count }
  /// How many of them belong to each anchor.
  var countsByAnchor: [UUID: Int] {
    ordinals.reduce(into: [:]) { $0[index.anchorId(ofSlot: index.slot($1)), default: 0] += 1 }
  }
  var eventIds: [UUID] { ordinals.map { index.id($0) } }

  /// Returns the outbox without events that are refused. If their author may not write, or the cloud has
  /// them in another space, the later events of the same anchors wait with them: sent alone, they would
  /// tell others of an anchor whose beginning these have not seen.
  func leavingOut(_ refused: [QuarantinedItem]) -> EventOutbox {
    let barred = Set(refused.filter { $0.failure.holdsBackAnchor }.map(\.id))
    let ids = Set(refused.map(\.id))
    var waiting = Set<Int>()
    var rest = self
    rest.ordinals = ordinals.filter { ordinal in
      let id = index.id(ordinal)
      if barred.contains(id) { waiting.insert(index.slot(ordinal)) }
      return !ids.contains(id) && !waiting.contains(index.slot(ordinal))
    }
    return rest
  }

  /// What an anchor's row waits for.
  enum Wait {
    /// Events that can go with the next round.
    case sendable
    /// Events that the cloud does not accept from their author, or has in another space.
    case refused
  }

  /// Returns the anchors with events that are still to be sent. Events that are refused for their content
  /// do not count.
  func anchorsWaiting(refused: [QuarantinedItem]) -> [UUID: Wait] {
    let items = Dictionary(refused.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var anchors: [UUID: Wait] = [:]
    for ordinal in ordinals {
      let item = items[index.id(ordinal)]
      if let item, !item.failure.holdsBackAnchor { continue }
      let anchor = index.anchorId(ofSlot: index.slot(ordinal))
      if anchors[anchor] != .refused { anchors[anchor] = item == nil ? .sendable : .refused }
    }
    return anchors
  }

  /// Returns events with the ranges of their lines, newline included.
  func rows(_ range: Range<Int>) throws -> [(row: AnchorEventRow, span: Range<Int>)] {
    var reader = PayloadReader(index, readsAhead: true)
    return try ordinals[range].compactMap { ordinal in
      guard let span = span(ordinal) else { return nil }
      return (AnchorEventRow(try reader.line(ordinal)), span)
    }
  }

  private func span(_ ordinal: Int) -> Range<Int>? {
    index.lineRange(ordinal).map { $0.lowerBound..<min($0.upperBound + 1, logSize) }
  }

  /// Notes that the cloud lacks nothing but the events to be sent: all other lines are not meant for it.
  ///
  /// - Parameter end: how far the log has been read.
  fileprivate mutating func passOverTheRest(through end: Int) throws {
    guard let source else { return }
    var rest = 0
    for span in ordinals.compactMap({ span($0) }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if span.lowerBound > rest { mark.sent.insert(contentsOf: rest..<span.lowerBound) }
      rest = max(rest, span.upperBound)
    }
    if end > rest { mark.sent.insert(contentsOf: rest..<end) }
    mark.fingerprint = try LogMark.fingerprint(of: source, end: mark.sent.end)
  }

  /// Notes that the cloud has these lines.
  mutating func markSent(_ spans: [Range<Int>]) throws {
    for span in spans { mark.sent.insert(contentsOf: span) }
    guard let source else { return }
    mark.fingerprint = try LogMark.fingerprint(of: source, end: mark.sent.end)
  }
}

/// Compares logs with what the cloud is known to have of them.
struct LogMarker: Sendable {
  let open: OpenSpaces
}

extension LogMarker {
  /// Returns the events of a space's log that the cloud does not have.
  ///
  /// - Parameter mark: what it has; the mark of a different log is ignored.
  func outbox(of spaceId: UUID, mark: LogMark?) throws -> EventOutbox {
    try reachingFiles {
      let (index, readSize) = try open[spaceId].withLog { ($0.index, $0.size) }
      guard let source = try open.context.openLog(of: spaceId) else {
        return EventOutbox(
          index: index, ordinals: [], mark: LogMark(fingerprint: ""), logSize: 0, source: nil)
      }
      let size = try source.size()
      let mark = try mark.flatMap { try $0.isValid(for: source) ? $0 : nil }
      // What was derived from rows stands in for events that others have, and is theirs to send.
      let ordinals = (0..<index.count).filter { ordinal in
        guard let range = index.lineRange(ordinal), !index.isDerived(ordinal) else { return false }
        return !(mark?.sent.covers(range) ?? false)
      }
      var outbox = EventOutbox(
        index: index, ordinals: ordinals, mark: mark ?? LogMark(fingerprint: ""),
        logSize: size, source: source)
      try outbox.passOverTheRest(through: min(size, readSize))
      return outbox
    }
  }

  /// Whether a log is still the one that was marked.
  func isValid(_ mark: LogMark, of spaceId: UUID) throws -> Bool {
    try reachingFiles {
      guard let source = try open.context.openLog(of: spaceId) else { return mark.sent.end == 0 }
      return try mark.isValid(for: source)
    }
  }

  /// Adds to a mark what was found to be in the cloud.
  func extend(_ mark: LogMark?, by spans: [Range<Int>], of spaceId: UUID) throws -> LogMark? {
    try reachingFiles {
      guard let source = try open.context.openLog(of: spaceId) else { return nil }
      var mark =
        try mark.flatMap { try $0.isValid(for: source) ? $0 : nil }
        ?? LogMark(fingerprint: "")
      for span in spans { mark.sent.insert(contentsOf: span) }
      mark.fingerprint = try LogMark.fingerprint(of: source, end: mark.sent.end)
      return mark
    }
  }
}

extension LogMark {
  /// How many bytes before the end of what was sent tell one log from another.
  private static let window = 512

  fileprivate static func fingerprint(of source: LogBytes, end: Int) throws -> String {
    String(SHA256.hexDigest(of: try source.bytes(max(0, end - window)..<end)).prefix(32))
  }

  fileprivate func isValid(for source: LogBytes) throws -> Bool {
    guard sent.end <= (try source.size()) else { return false }
    return try sent.end == 0 || Self.fingerprint(of: source, end: sent.end) == fingerprint
  }
}

extension RangeSet<Int> {
  /// The end of the last range; 0 without one.
  var end: Int { ranges.last?.upperBound ?? 0 }

  /// Whether this set contains all of a range.
  ///
  /// - Complexity: O(log *n*).
  func covers(_ range: Range<Int>) -> Bool {
    let place = (0..<ranges.count).partition { ranges[$0].upperBound < range.upperBound }
    return place < ranges.count ? ranges[place].lowerBound <= range.lowerBound : range.isEmpty
  }
}
