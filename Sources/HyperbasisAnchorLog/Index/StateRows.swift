/// What is in force in a state for each anchor, by slot, contiguous in memory.
///
/// The rows of a state are scattered over a long log, so that each access to one waits for memory.
/// Code that reads all anchors of a state more than once uses these instead.
public struct StateRows: Sendable {
  private let state: FoldedState
  let folded: [FoldedRow]
  /// The digests by which states are compared as well.
  let digests: StateDigests

  fileprivate init(_ state: FoldedState, _ folded: [FoldedRow], _ digests: StateDigests) {
    self.state = state
    self.folded = folded
    self.digests = digests
  }

  /// How many events the state folds.
  public var eventCount: Int { state.eventCount }

  /// How many anchors have a row.
  var count: Int { folded.count }

  /// Returns the row of an anchor; ``StateRow/none`` if the state does not know it.
  @inline(__always)
  func row(_ slot: Int) -> StateRow {
    slot < folded.count ? StateRow(ordinal: state.latest[slot], folded: folded[slot]) : .none
  }

  /// Returns the latest event of an anchor; nil if it has none yet.
  public func ordinal(ofSlot slot: Int) -> Int? {
    let ordinal = row(slot).ordinal
    return ordinal < 0 ? nil : Int(ordinal)
  }

  /// Returns the position of an anchor, in metres; nil if it has no event yet.
  public func position(ofSlot slot: Int) -> SIMD3<Float>? {
    let row = row(slot)
    return row.ordinal < 0 ? nil : row.folded.position.vector
  }

  /// Returns whether an anchor is part of the state.
  public func isVisible(slot: Int) -> Bool { row(slot).isVisible }

  /// Returns the event whose metadata is in force for an anchor; nil if that is empty or the anchor
  /// has no event yet.
  public func metadataSource(ofSlot slot: Int) -> Int? {
    let source = row(slot).folded.metadataSource
    return source < 0 ? nil : Int(source)
  }
}

/// The latest event of an anchor in a state, and what is in force after it.
struct StateRow: BitwiseCopyable {
  /// −1 for none.
  let ordinal: Int32
  let folded: FoldedRow

  static let none = StateRow(ordinal: -1, folded: .none)

  @inline(__always)
  var isVisible: Bool { folded.isVisible }

  /// Whether the anchor is part of the state, or deleted in it.
  @inline(__always)
  var hasStarted: Bool { folded.flags.contains(.started) }
}

extension EventIndex {
  /// Returns the rows of a state.
  ///
  /// - Complexity: O(anchors), one access to the log for each.
  public func rows(of state: FoldedState) -> StateRows {
    precondition(state.eventCount <= count, "The state belongs to a later snapshot.")
    let (columns, latest) = (columns, state.latest)
    let folded = withExtendedLifetime(columns) {
      [FoldedRow](concurrently: latest.count) { slots, rows in
        let column = columns.folded
        for slot in slots {
          let ordinal = latest[slot]
          if ordinal < 0 { rows.append(.none) } else { rows.append(column, row: Int(ordinal)) }
        }
      }
    }
    return StateRows(state, folded, StateDigests())
  }

  /// Returns the rows of a state, given those of another one: rows that both share are copied from
  /// there, where they are contiguous.
  ///
  /// - Complexity: O(anchors), one access to the log for each whose latest event differs, and one
  ///   for each with different metadata if digests are known.
  public func rows(of state: FoldedState, near other: StateRows) -> StateRows {
    precondition(state.eventCount <= count, "The state belongs to a later snapshot.")
    guard other.eventCount <= count else { return rows(of: state) }
    let (columns, latest) = (columns, state.latest)
    let folded = withExtendedLifetime(columns) {
      [FoldedRow](concurrently: latest.count) { slots, rows in
        let column = columns.folded
        for slot in slots {
          let ordinal = latest[slot]
          if ordinal == other.row(slot).ordinal {
            rows.append(other.row(slot).folded)
          } else if ordinal < 0 {
            rows.append(.none)
          } else {
            rows.append(column, row: Int(ordinal))
          }
        }
      }
    }
    let digests = metadataDigests(of: folded, near: other)
    return StateRows(state, folded, StateDigests(known: digests))
  }

  /// Returns the anchors of a state, in the store's order.
  public func visibleSlots(in state: StateRows) -> [Int32] {
    slots(in: state) { $0.isVisible }
  }

  /// Returns the anchors of a state and those that are deleted in it, in the store's order.
  public func startedSlots(in state: StateRows) -> [Int32] {
    slots(in: state) { $0.hasStarted }
  }

  @inline(__always)
  private func slots(in state: StateRows, where isListed: (StateRow) -> Bool) -> [Int32] {
    precondition(state.eventCount <= count, "The state belongs to a later snapshot.")
    // Written for every anchor and kept for those that are listed: no branch to predict.
    return [Int32](unsafeUninitializedCapacity: anchors.storeOrder.count) { listed, number in
      number = 0
      for slot in anchors.storeOrder {
        listed[number] = slot
        number += isListed(state.row(Int(slot))) ? 1 : 0
      }
    }
  }
}

extension ColumnStorage {
  @inline(__always)
  func row(after ordinal: Int32) -> StateRow {
    ordinal < 0 ? .none : StateRow(ordinal: ordinal, folded: folded[Int(ordinal)])
  }
}
