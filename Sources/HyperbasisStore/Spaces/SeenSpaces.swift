import Foundation
import Synchronization

/// The spaces that this process has found in the store, or put there, since it last emptied the store.
///
/// A write to one that is gone, whoever deleted it, must fail: to a store, a space that has neither a file
/// nor a log and gets events is a new one.
final class SeenSpaces: Sendable {
  private let ids = Mutex<Set<UUID>>([])

  func note(_ found: Set<UUID>) {
    ids.withLock { $0.formUnion(found) }
  }

  func forget(_ id: UUID) {
    ids.withLock { _ = $0.remove(id) }
  }

  func forgetAll() {
    ids.withLock { $0 = [] }
  }

  func contains(_ id: UUID) -> Bool {
    ids.withLock { $0.contains(id) }
  }
}
