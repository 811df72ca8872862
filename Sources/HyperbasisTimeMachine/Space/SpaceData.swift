package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording
import Synchronization

/// One immutable state of a space's log, and what was read from it so far.
package struct SpaceData: Sendable {
  package let id: UUID
  package let name: TerminalText
  package let index: EventIndex
  package let head: HBLogHead
  /// The lines of the log that are damaged.
  package let damage: LogDamage
  /// What was decoded for the screen. A log's bytes never change, so caching keeps this a pure value.
  let memo: Memo

  /// - Parameter former: The space as it was before, of which much still holds.
  init(
    id: UUID, name: String?, index: EventIndex, head: HBLogHead, damage: LogDamage = LogDamage(),
    following former: SpaceData? = nil
  ) {
    self.id = id
    self.name = name.map { TerminalText($0, limit: 80) } ?? TerminalText(ShortId.text(id))
    self.index = index
    self.head = head
    self.damage = damage
    memo = Memo()
    if let former, index.continues(former.index) {
      memo.inherit(former.memo, from: former.index, to: index)
      // A log without lines so far may get some from the added events.
      if let known = former.memo.mayDrawLines[0] {
        let added = former.index.count..<index.count
        memo.mayDrawLines.remember(known || mayDrawLines(added), for: 0)
      }
    }
  }

  package init(_ snapshot: LogSnapshot, following former: SpaceData? = nil) {
    self.init(
      id: snapshot.spaceId, name: snapshot.name, index: snapshot.timeline.index,
      head: snapshot.head,
      damage: LogDamage(snapshot.problems), following: former)
  }

  /// Computes what every picture of the space needs, so that the first one is quick.
  ///
  /// - Parameter former: The space as it was before: what its pictures counted is counted again.
  package func prepare(following former: SpaceData? = nil) {
    let view = SpaceView(data: self)
    prepareBounds()
    _ = (view.times, view.anchorList, mayDrawLines)
    prepareSorting()
    // For one anchor, counting is quick, and the anchor's slot may have changed.
    for key in former?.memo.anchorCounts.youngKeys ?? [] where key.slot == nil { prepare(key) }
  }
}

extension SpaceData {
  /// Returns the number of events folded into the state at a cursor.
  package func offset(of cursor: Cursor) -> Int {
    switch cursor {
    case .end: index.count
    case .at(let instant): index.eventCount(through: instant)
    }
  }

  /// Returns the instant of a cursor; nil in a space without events.
  package func instant(of cursor: Cursor) -> HBInstant? {
    switch cursor {
    case .end: index.end
    case .at(let instant): instant
    }
  }

  /// Returns the cursor at an instant, clamped to the history; at the end it follows new events.
  package func cursor(at instant: HBInstant) -> Cursor {
    guard let start = index.start, let end = index.end, instant < end else { return .end }
    return .at(max(instant, start))
  }

  /// Returns the state after the first `offset` events.
  package func state(at offset: Int) -> FoldedState {
    memo.states.value(for: offset) { index.state(through: offset) }
  }

  /// Returns what is in force after the first `offset` events.
  func rows(at offset: Int) -> StateRows {
    memo.rows.value(for: offset) {
      let state = state(at: offset)
      let former = memo.latestRows[0]
      let rows = former.map { index.rows(of: state, near: $0) } ?? index.rows(of: state)
      memo.latestRows.remember(rows, for: 0)
      return rows
    }
  }

  /// Returns the metadata in force after an event; nil if they cannot be read.
  func metadata(after ordinal: Int) -> [String: AnyCodableValue]? {
    read { try index.metadata(ordinal) }
  }

  /// Returns the transform in force after an event; nil if it cannot be read.
  func transform(after ordinal: Int) -> [Float]? {
    read { try index.transform(ordinal) }
  }
}

// MARK: - Read failures

extension SpaceData {
  /// Returns the last changes of an anchor's parts, as of an event; nil if they cannot be read.
  func blame(after ordinal: Int) -> Blame? {
    memo.blames.find(ordinal) { read { try index.blame(after: ordinal) } }
  }
}

extension SpaceData {
  /// The text in place of what cannot be read.
  static let unreadable: TerminalText = "cannot be read"

  /// Whether something could not be read and that has not been reported yet.
  package var hasReadFailure: Bool { memo.readFailure.withLock { $0 != nil } }

  /// Returns why something could not be read, and clears that.
  package func takeReadFailure() -> TerminalText? {
    memo.readFailure.withLock { failure in
      defer { failure = nil }
      return failure
    }
  }

  /// Reads something from the log; if that fails, keeps the reason to be reported.
  func read<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      noteReadFailure(error)
      return nil
    }
  }

  /// Keeps the reason for a read failure to be reported.
  func noteReadFailure(_ error: any Error) {
    let text = TerminalText((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    memo.readFailure.withLock { $0 = $0 ?? text }
  }
}
