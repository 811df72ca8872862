import Dispatch
import Foundation
import Synchronization

/// Parts of a long output, produced on all cores and handed out in order.
struct OrderedBatches<Part: Sendable> {
  private let count: Int
  private let make: @Sendable (Range<Int>) throws -> Part

  /// - Parameters:
  ///   - count: how many items there are.
  ///   - make: produces the part for some items; called for several at the same time.
  init(count: Int, _ make: @escaping @Sendable (Range<Int>) throws -> Part) {
    self.count = count
    self.make = make
  }

  /// The items in one part: enough that their work outweighs handing them out, few enough that all
  /// parts in progress take little memory.
  private static var size: Int { 4096 }

  /// Passes the parts to `body`, one after the other, up to the first that cannot be produced.
  func handOut(_ body: (Part) throws -> Void) throws {
    let atOnce = ProcessInfo.processInfo.activeProcessorCount * 2
    var start = 0
    while start < count {
      let ranges = stride(from: start, to: count, by: Self.size).prefix(atOnce).map {
        $0..<min(count, $0 + Self.size)
      }
      for part in made(ranges) { try body(part.get()) }
      start = ranges.last?.upperBound ?? count
    }
  }

  private func made(_ ranges: [Range<Int>]) -> [Result<Part, any Error>] {
    let parts = Mutex([Result<Part, any Error>?](repeating: nil, count: ranges.count))
    DispatchQueue.concurrentPerform(iterations: ranges.count) { number in
      let part = Result { try make(ranges[number]) }
      parts.withLock { $0[number] = part }
    }
    return parts.withLock { $0.compactMap { $0 } }
  }
}
