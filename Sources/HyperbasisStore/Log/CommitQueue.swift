package import Foundation
package import HyperbasisHistory
import Synchronization

/// The changes of one space that are waiting for their turn.
///
/// Those that arrive while another one is being written are taken together: they share the space's
/// lock, one write and one flush, which is what a durable save costs.
package final class CommitQueue: Sendable {
  /// A change and the caller that waits for it.
  package struct Entry: Sendable {
    let request: HBPlanRequest
    /// Until when it waits for the space's lock.
    let deadline: Date
    /// Called once, on a thread that may wait.
    let finish: @Sendable (Result<HBPlan, any Error>) -> Void

    package init(
      _ request: HBPlanRequest, before deadline: Date,
      finish: @escaping @Sendable (Result<HBPlan, any Error>) -> Void
    ) {
      self.request = request
      self.deadline = deadline
      self.finish = finish
    }
  }

  private struct State {
    var waiting: [Entry] = []
    /// Whether a writer is assigned to them, or at work.
    var isServed = false
  }

  private let state = Mutex(State())
  /// The most anchors that are planned before the first of them is written.
  private static let mostAnchors = 4096
}

extension CommitQueue {
  /// How many changes are waiting.
  package var count: Int { state.withLock { $0.waiting.count } }

  package var isEmpty: Bool { count == 0 }

  /// Adds a change behind those that are waiting.
  ///
  /// - Returns: whether the caller must have them written.
  func add(_ entry: Entry) -> Bool {
    state.withLock { state in
      state.waiting.append(entry)
      defer { state.isServed = true }
      return !state.isServed
    }
  }

  /// The deadline of the change that has waited longest; nil if none is waiting.
  var deadline: Date? { state.withLock { $0.waiting.first?.deadline } }

  /// Removes and returns the change that has waited longest.
  func takeFirst() -> Entry? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Removes and returns those that can be written together: changes of different anchors, each of
  /// which is the same whether the others are written before it or not.
  func takeGroup() -> [Entry] {
    state.withLock { state in
      var touched: Set<UUID> = []
      let end = state.waiting.firstIndex { entry in
        guard let anchors = entry.request.independentAnchors,
          touched.count + anchors.count <= Self.mostAnchors, touched.isDisjoint(with: anchors)
        else { return true }
        touched.formUnion(anchors)
        return false
      }
      // The first one always gets its turn, whatever it is.
      let count = min(max(end ?? .max, 1), state.waiting.count)
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
  }

  /// Ends a turn.
  ///
  /// - Returns: whether changes are still waiting, which the caller must have written.
  func endTurn() -> Bool {
    state.withLock { state in
      state.isServed = !state.waiting.isEmpty
      return state.isServed
    }
  }
}

extension HBPlanRequest {
  /// The anchors that alone decide what the request writes; nil if more of the space matters.
  fileprivate var independentAnchors: [UUID]? {
    switch self {
    case .save(let anchors): anchors.map(\.id)
    case .delete(let ids), .restore(let ids): ids
    default: nil
    }
  }
}
