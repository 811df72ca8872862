import Dispatch
import Foundation
import Synchronization

/// Looks at the entries of a directory on all cores while the rest of it is still being listed: each
/// look takes a few microseconds in the kernel.
///
/// Going by the directory's own time instead would be quicker, and wrong: it does not show that a
/// file was written in place, as the original SDK does.
final class StatusBatches {
  /// Looks at the entry with a name; nil if it is gone by now.
  typealias Look = @Sendable (UnsafePointer<CChar>) -> DirectoryStatus?

  private let look: Look
  /// The names that are not in a batch yet, each with its terminating zero.
  private var names: [CChar] = []
  private var count = 0
  private var batches = 0
  private let results = Results()
  private let group = DispatchGroup()

  /// The results, by the number of the batch.
  private final class Results: Sendable {
    let found = Mutex<[Int: [DirectoryStatus]]>([:])
  }

  /// How many entries are looked at in one go.
  private static let batchSize = 2048

  init(_ look: @escaping Look) {
    self.look = look
  }
}

extension StatusBatches {
  func add(_ name: UnsafePointer<CChar>) {
    names.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    count += 1
    if count == Self.batchSize { start() }
  }

  /// Returns the statuses of all entries, in the order in which they were added.
  func finish() -> [DirectoryStatus] {
    let rest = Self.statuses(names, look)
    group.wait()
    return results.found.withLock { found in
      (0..<batches).flatMap { found[$0] ?? [] } + rest
    }
  }

  private func start() {
    let (batch, names, look, results) = (batches, names, look, results)
    DispatchQueue.global().async(group: group) {
      let statuses = Self.statuses(names, look)
      results.found.withLock { $0[batch] = statuses }
    }
    batches += 1
    (self.names, count) = ([], 0)
  }

  private static func statuses(_ names: [CChar], _ look: Look) -> [DirectoryStatus] {
    names.withUnsafeBufferPointer { names in
      var result: [DirectoryStatus] = []
      var next = names.baseAddress
      while let name = next, name < names.baseAddress.map({ $0 + names.count }) ?? name {
        if let found = look(name) { result.append(found) }
        next = name + strlen(name) + 1
      }
      return result
    }
  }
}
