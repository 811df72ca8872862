package import Foundation
package import HyperbasisHistory
import Synchronization

/// The changes of one space that wait for their turn.
///
/// Those that come while another one is being written are taken together: they share the space's
/// lock, one write and one flush, which is what a durable save costs.
package final class CommitQueue: Sendable {
  /// A change and whoever waits for it.
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
    /// Whether somebody is to write them, or does.
    var isServed = false
  }

  private let state = Mutex(State())
  /// More anchors than this are not planned before the first of them is written.
  private static let mostAnchors = 4096
}

extension CommitQueue {
  /// How many wait.
  package var count: Int { state.withLock { $0.waiting.count } }

  package var isEmpty: Bool { count == 0 }

  /// Adds a change behind those that wait.
  ///
  /// - Returns: whether the caller is to see to it that they are written.
  func add(_ entry: Entry) -> Bool {
    state.withLock { state in
      state.waiting.append(entry)
      defer { state.isServed = true }
      return !state.isServed
    }
  }

  /// Until when the one that waits longest does; nil where none waits.
  var deadline: Date? { state.withLock { $0.waiting.first?.deadline } }

  /// Hands over the one that waits longest.
  func takeFirst() -> Entry? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  /// Hands over those that can be written together: changes of different anchors, each of which is
  /// the same whether the others are written before it or not.
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
      // The first one is always its turn, whatever it is.
      let count = min(max(end ?? .max, 1), state.waiting.count)
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
  }

  /// Ends a turn.
  ///
  /// - Returns: whether some still wait, which the caller is to see to.
  func endTurn() -> Bool {
    state.withLock { state in
      state.isServed = !state.waiting.isEmpty
      return state.isServed
    }
  }
}

extension HBPlanRequest {
  /// The anchors that alone decide what the request writes; nil for one that goes by more of the
  /// space than that.
  fileprivate var independentAnchors: [UUID]? {
    switch self {
    case .save(let anchors): anchors.map(\.id)
    case .delete(let ids), .restore(let ids): ids
    default: nil
    }
  }
}
