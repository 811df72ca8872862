import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// The shifts that corrections in force have taken out.
package struct ShiftsTakenOut: Sendable {
  private let ids: Set<UUID>

  /// - Complexity: O(events since the oldest correction).
  package init(_ index: EventIndex) {
    let taken = index.corrections.filter { $0.value.frame == .old }
    let undone = index.undone(among: Set(taken.keys))
    ids = Set(taken.filter { !undone.contains($0.key) }.flatMap(\.value.shifts))
  }
}

extension ShiftsTakenOut {
  package func contains(_ shift: FoundShift) -> Bool { !ids.isDisjoint(with: shift.aliases) }
}

extension EventIndex {
  /// Returns which of some operations are undone: the newest event that names one of them tells.
  fileprivate func undone(among operations: Set<UUID>) -> Set<UUID> {
    var (unknown, result) = (operations, Set<UUID>())
    for ordinal in (0..<count).reversed() {
      if unknown.isEmpty { break }
      switch undone(ordinal) {
      case .undoes(let operation):
        if unknown.remove(operation) != nil { result.insert(operation) }
      case .redoes(let operation): unknown.remove(operation)
      case nil: if let operation = operation(ordinal) { unknown.remove(operation) }
      }
    }
    return result
  }
}
