/// What a pass cost that `SyncOnce` made in a process of its own, as that prints it.
package struct PassCost: Sendable {
  /// By how much the pass raised the most memory that the process ever held, in KiB.
  package let growth: Int
  /// The most memory that the process held, in KiB.
  package let peak: Int
  /// The processor's time, in milliseconds.
  package let processor: Int
  /// The bytes written to files.
  package let written: Int
  /// The bytes of the bodies of requests and responses.
  package let moved: Int

  /// - Parameter output: nil comes of any other, as of a pass that failed.
  package init?(_ output: String) {
    let numbers = output.split(whereSeparator: \.isWhitespace).map { Int($0) }
    guard numbers.count == 5, !numbers.contains(nil) else { return nil }
    let known = numbers.compactMap(\.self)
    (growth, peak, processor, written, moved) = (known[0], known[1], known[2], known[3], known[4])
  }
}
