package import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory
package import HyperbasisModels
import HyperbasisStore

/// A cloud that can be asked about its spaces without pulling them.
package protocol CloudQuestions: Sendable {
  /// Returns the spaces that a text may name; without a text, some spaces, enough to tell whether there
  /// is only one.
  func findSpaces(_ term: String?) async throws(CloudFailure) -> [FoundSpace]

  /// Returns the part of a space's history from which its states at these instants follow.
  func states(
    of space: UUID, at instants: [HBInstant]
  ) async throws(CloudFailure) -> PartialHistory

  /// Returns some events of a space, with as much of its history as it takes to say what they did.
  func log(of space: UUID, _ question: LogQuestion) async throws(CloudFailure) -> PartialHistory

  /// Returns the rows of a space's anchors, which are its latest state: all that a plain server has.
  func latestRows(of space: UUID) async throws(CloudFailure) -> CloudRows<AnchorRow>
}

/// A space of the cloud.
package struct FoundSpace: Equatable, Identifiable, Sendable {
  package var id: UUID
  package var name: String?
  /// The instants of the first and the last event; nil without history.
  package var start: HBInstant?
  package var end: HBInstant?
  /// Whether the cloud holds histories.
  package var hasHistory: Bool

  package init(
    id: UUID, name: String?, start: HBInstant? = nil, end: HBInstant? = nil, hasHistory: Bool
  ) {
    self.id = id
    self.name = name
    self.start = start
    self.end = end
    self.hasHistory = hasHistory
  }
}

/// Which events to ask for.
package struct LogQuestion: Equatable, Sendable {
  package var limit: Int
  /// Whether to begin with the newest.
  package var isReversed = false
  package var anchor: UUID?
  /// The types to include; all if it is empty.
  package var types: Set<HBAnchorEvent.EventType> = []
  /// The bounds are both inclusive.
  package var from: HBInstant?
  package var to: HBInstant?

  package init(limit: Int) {
    self.limit = limit
  }

  /// The most events that the cloud returns at once.
  package static let mostEvents = 10_000
}

/// Events of a space, enough to fold some of its states, but not its whole history.
package struct PartialHistory: Sendable {
  package var events: [AnchorEventRow]
  /// The events that were asked for; the others only explain them.
  package var asked: Set<UUID> = []
  /// Rows that say more than the events, written by programs that know only rows.
  package var rows: [AnchorRow] = []

  package init(events: [AnchorEventRow]) {
    self.events = events
  }
}

// MARK: - As a space of this machine

extension PartialHistory {
  /// Returns the history as a log that was read, so that the same code describes it as any other.
  package func snapshot(of space: FoundSpace) throws -> LogSnapshot {
    var lines: [UInt8] = []
    for event in events { lines += try event.line() }
    let history = try LogSnapshot(space, lines: lines)
    guard !rows.isEmpty else { return history }
    lines += try rows.lines(over: history.timeline.index, isLogShared: true)
    return try LogSnapshot(space, lines: lines)
  }
}

extension CloudRows<AnchorRow> {
  /// Returns the rows as the log that a pull of them would have made.
  package func snapshot(of space: FoundSpace) throws -> LogSnapshot {
    let lines = try rows.lines(over: EventIndex(spaceId: space.id), isLogShared: false)
    return try LogSnapshot(space, lines: lines)
  }
}

extension [AnchorRow] {
  /// Returns what a pull of the rows would append to a log.
  fileprivate func lines(over index: EventIndex, isLogShared: Bool) throws -> [UInt8] {
    var lines: [UInt8] = []
    for row in self {
      let events = try AnchorMerge(row: row, base: nil).events(in: index, isLogShared: isLogShared)
      for line in events.lines(of: row) {
        lines += try line.event.line(extras: line.extras)
      }
    }
    return lines
  }
}

extension LogSnapshot {
  fileprivate convenience init(_ space: FoundSpace, lines: [UInt8]) throws {
    let reader = try LogReader.load(spaceId: space.id, source: MemoryByteSource(lines))
    let index = reader.index
    self.init(
      spaceId: space.id, name: space.name, timeline: HBTimeline(index: index),
      head: HBLogHead(
        bytes: lines.count, events: index.count,
        lastEventId: index.count > 0 ? index.id(index.count - 1) : nil),
      problems: reader.problems)
  }
}
