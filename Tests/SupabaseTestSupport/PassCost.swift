/// The cost of a pass that `SyncOnce` made in a process of its own, as that prints it.
package struct PassCost: Sendable {
  /// By how much the pass raised the peak memory of the process, in KiB.
  package let growth: Int
  /// The peak memory of the process, in KiB.
  package let peak: Int
  /// The processor time, in milliseconds.
  package let processor: Int
  /// The bytes written to files.
  package let written: Int
  /// The bytes of the bodies of requests and responses.
  package let moved: Int

  /// - Parameter output: the result is nil for any other text, such as that of a failed pass.
  package init?(_ output: String) {
    let numbers = output.split(whereSeparator: \.isWhitespace).map { Int($0) }
    guard numbers.count == 5, !numbers.contains(nil) else { return nil }
    let known = numbers.compactMap(\.self)
    (growth, peak, processor, written, moved) = (known[0], known[1], known[2], known[3], known[4])
  }
}
