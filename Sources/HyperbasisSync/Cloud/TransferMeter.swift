import Synchronization

/// Counts the bytes of bodies that go either way, to show progress.
package final class TransferMeter: Sendable {
  private let count = Atomic(0)

  package init() {}

  /// How many bytes there were so far.
  package var bytes: Int { count.load(ordering: .relaxed) }

  package func add(_ bytes: Int) { count.add(bytes, ordering: .relaxed) }
}
