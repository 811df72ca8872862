import Dispatch
import Foundation
import Synchronization

/// Makes parts of a long output on all cores, and hands them out in their order.
struct OrderedBatches {
  /// How many items there are.
  let count: Int
  /// Items of one part: enough that their work outweighs handing them out, few enough that all parts
  /// in work take little memory.
  private static let size = 4096

  /// - Parameters:
  ///   - make: makes a part; called for several at the same time.
  ///   - take: gets the parts one after the other.
  func run<Part: Sendable>(
    _ make: @Sendable (Range<Int>) -> Part, _ take: (Part) throws -> Void
  ) rethrows {
    let atOnce = ProcessInfo.processInfo.activeProcessorCount * 2
    var start = 0
    while start < count {
      let ranges = stride(from: start, to: count, by: Self.size).prefix(atOnce).map {
        $0..<min(count, $0 + Self.size)
      }
      let parts = Mutex([Part?](repeating: nil, count: ranges.count))
      DispatchQueue.concurrentPerform(iterations: ranges.count) { number in
        let part = make(ranges[number])
        parts.withLock { $0[number] = part }
      }
      for part in parts.withLock({ $0 }) {
        if let part { try take(part) }
      }
      start = ranges.last?.upperBound ?? count
    }
  }
}
