import Dispatch
import Synchronization

/// Runs two tasks at the same time, on two cores where there are two; returns what each gives.
func concurrently<First: Sendable, Second: Sendable>(
  _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
  let results = Mutex<(First?, Second?)>((nil, nil))
  DispatchQueue.concurrentPerform(iterations: 2) { task in
    if task == 0 {
      let result = first()
      results.withLock { $0.0 = result }
    } else {
      let result = second()
      results.withLock { $0.1 = result }
    }
  }
  guard case (let first?, let second?) = results.withLock({ $0 }) else {
    preconditionFailure("A task has not run.")
  }
  return (first, second)
}

extension Array where Element: BitwiseCopyable & Sendable {
  /// The elements that `element` gives for the numbers below `count`, in their order; where it gives
  /// nil there is none. Of many numbers, some are asked for at the same time on other cores.
  @inline(__always)
  init(concurrently count: Int, element: @Sendable (Int) -> Element?) {
    let chunks = Swift.max(1, (count + ConcurrentChunk.size - 1) / ConcurrentChunk.size)
    self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      // Each chunk writes behind its own start, and nowhere else.
      nonisolated(unsafe) let room = buffer
      let counts = [Int](unsafeUninitializedCapacity: chunks) { counts, initialized in
        nonisolated(unsafe) let ends = counts
        @Sendable func fill(_ chunk: Int) {
          let start = chunk * ConcurrentChunk.size
          var end = start
          for number in start..<Swift.min(start + ConcurrentChunk.size, count) {
            guard let element = element(number) else { continue }
            room.initializeElement(at: end, to: element)
            end += 1
          }
          ends.initializeElement(at: chunk, to: end - start)
        }
        if chunks == 1 {
          fill(0)
        } else {
          DispatchQueue.concurrentPerform(iterations: chunks, execute: fill)
        }
        initialized = chunks
      }
      initialized = buffer.closeGaps(behind: counts)
    }
  }
}

/// How many of the numbers below `count` are counted; of many, some are asked at the same time on other
/// cores.
@inline(__always)
func concurrentCount(_ count: Int, where isCounted: @Sendable (Int) -> Bool) -> Int {
  let chunks = [Int](concurrently: count, inChunksOf: ConcurrentChunk.size) { numbers in
    numbers.reduce(0) { isCounted($1) ? $0 + 1 : $0 }
  }
  return chunks.reduce(0, +)
}

/// What one core does at a time of what several do together.
enum ConcurrentChunk {
  /// So many elements take a few times as long as it takes to wake another core.
  static let size = 8192
}

extension Array where Element: BitwiseCopyable & Sendable {
  /// What `element` gives for each chunk of the numbers below `count`; of several chunks, some are asked
  /// for at the same time on other cores.
  @inline(__always)
  fileprivate init(
    concurrently count: Int, inChunksOf size: Int, element: @Sendable (Range<Int>) -> Element
  ) {
    let chunks = (count + size - 1) / size
    self.init(unsafeUninitializedCapacity: chunks) { buffer, initialized in
      // Each chunk writes its own element, and no other.
      nonisolated(unsafe) let room = buffer
      DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
        let start = chunk * size
        room.initializeElement(at: chunk, to: element(start..<Swift.min(start + size, count)))
      }
      initialized = chunks
    }
  }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Moves the elements of chunks together; returns how many there are.
  fileprivate func closeGaps(behind counts: [Int]) -> Int {
    guard let base = baseAddress else { return 0 }
    var end = 0
    for (chunk, count) in counts.enumerated() {
      let start = chunk * ConcurrentChunk.size
      if start != end { (base + end).update(from: base + start, count: count) }
      end += count
    }
    return end
  }
}
