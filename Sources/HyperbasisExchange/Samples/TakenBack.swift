import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory

/// What later became of anchors whose state in the input is in the log already: such an import adds
/// nothing, and yet the space does not show what the input holds.
public struct TakenBack: Hashable, Sendable {
  /// The number of anchors for which an operation in the log was undone.
  public private(set) var undone = 0
  /// The number of other anchors that were deleted later.
  public private(set) var deleted = 0
  /// Whether the next redo brings back what was undone.
  public private(set) var isRedoNext = false
  private var operations: Set<UUID> = []

  /// Creates a value with nothing taken back.
  public init() {}
}

extension TakenBack {
  /// Checks an anchor that the input leaves visible.
  ///
  /// - Parameters:
  ///   - count: how many of the anchor's events are not later than the input.
  ///   - known: events that the input itself holds; whatever they undid was undone before it was written.
  mutating func note(
    slot: Int, after count: Int, in log: EventIndex, besides known: Set<UUIDBits> = []
  ) {
    let events = log.ordinals(ofSlot: slot)
    if let operation = log.undoneOperation(of: events[...], amongFirst: count, besides: known) {
      undone += 1
      operations.insert(operation)
    } else if let last = events.last, !log.isVisible(last) {
      deleted += 1
    }
  }

  /// Finds out whether a redo helps, once all anchors have been checked.
  mutating func finish(_ log: EventIndex) throws {
    guard !operations.isEmpty, let next = try OperationLog(index: log).nextToRedo() else { return }
    isRedoNext = operations.contains(next)
  }
}

extension EventIndex {
  /// Returns the undone operation that some of an anchor's first events belong to; nil if there is none.
  fileprivate func undoneOperation(
    of events: some BidirectionalCollection<Int>, amongFirst count: Int,
    besides known: Set<UUIDBits>
  ) -> UUID? {
    guard !tags.isEmpty else { return nil }
    let later = events.reversed().lazy.filter { !known.contains(UUIDBits(id($0))) }
    guard case .undoes(let id)? = later.compactMap(undone).first,
      events.prefix(count).contains(where: { operation($0) == id || self.id($0) == id })
    else { return nil }
    return id
  }
}

extension SampleDiffer {
  /// Returns what later became of the anchors that the input leaves visible.
  func takenBack() throws -> TakenBack {
    var result = TakenBack()
    guard hasLog else { return result }
    for track in tracks where track.slot >= 0 && track.hasState && !track.isHidden {
      let slot = Int(track.slot)
      guard Int(track.passed) < log.ordinals(ofSlot: slot).count else { continue }
      result.note(slot: slot, after: Int(track.passed), in: log)
    }
    try result.finish(log)
    return result
  }
}
