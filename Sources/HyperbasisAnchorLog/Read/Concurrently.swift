import Dispatch
import Synchronization

/// Runs two tasks at the same time, on two cores if there are two; returns both results.
package func concurrently<First: Sendable, Second: Sendable>(
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

/// Where a core writes its results for a chunk of numbers, one element after the other.
struct ChunkOutput<Element: BitwiseCopyable> {
  private let start: UnsafeMutablePointer<Element>
  private(set) var count = 0

  fileprivate init(_ start: UnsafeMutablePointer<Element>) {
    self.start = start
  }

  /// Adds an element; at most one for each number of the chunk.
  @inline(__always)
  mutating func append(_ element: Element) {
    (start + count).initialize(to: element)
    count += 1
  }

  /// An element that was added.
  subscript(_ number: Int) -> Element {
    @inline(__always) get { start[number] }
    @inline(__always) nonmutating _modify { yield &start[number] }
  }

  /// Adds an element of a column by copying its bytes, without looking at its parts.
  @inline(__always)
  mutating func append(_ column: CheckedColumn<Element>, row: Int) {
    (start + count).update(from: column.place(of: row), count: 1)
    count += 1
  }
}

extension Array where Element: BitwiseCopyable & Sendable {
  /// Collects the elements that `fill` appends for the numbers below `count`, in order: one for
  /// each number, or none. Many numbers are spread over several cores.
  ///
  /// `fill` loops over a whole chunk, as a call for each number would keep the processor from
  /// asking the memory early for what the next ones need.
  @inline(__always)
  init(
    concurrently count: Int,
    fill: @Sendable (_ numbers: Range<Int>, _ output: inout ChunkOutput<Element>) -> Void
  ) {
    self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      // Each chunk writes from its own start on, and nowhere else.
      nonisolated(unsafe) let room = base
      let counts = [Int](concurrently: count, inChunksOf: ConcurrentChunk.size) { numbers in
        var output = ChunkOutput(room + numbers.lowerBound)
        fill(numbers, &output)
        return output.count
      }
      initialized = buffer.closeGaps(behind: counts)
    }
  }
}

/// Returns how many of the numbers below `count` are counted, where `countChunk` counts those in a
/// range; many numbers are spread over several cores.
@inline(__always)
func concurrentCount(_ count: Int, in countChunk: @Sendable (Range<Int>) -> Int) -> Int {
  [Int](concurrently: count, inChunksOf: ConcurrentChunk.size, element: countChunk).reduce(0, +)
}

/// The piece of shared work that one core does at a time.
enum ConcurrentChunk {
  /// This many elements take a few times as long as it takes to wake another core.
  static let size = 8192
}

extension Array where Element: BitwiseCopyable & Sendable {
  /// Collects what `element` returns for each chunk of the numbers below `count`; several chunks
  /// are spread over several cores.
  @inline(__always)
  fileprivate init(
    concurrently count: Int, inChunksOf size: Int, element: @Sendable (Range<Int>) -> Element
  ) {
    let chunks = (count + size - 1) / size
    self.init(unsafeUninitializedCapacity: chunks) { buffer, initialized in
      // Each chunk writes its own element, and no other.
      nonisolated(unsafe) let room = buffer
      @Sendable func fill(_ chunk: Int) {
        let start = chunk * size
        room.initializeElement(at: chunk, to: element(start..<Swift.min(start + size, count)))
      }
      if chunks == 1 {
        fill(0)
      } else {
        DispatchQueue.concurrentPerform(iterations: chunks, execute: fill)
      }
      initialized = chunks
    }
  }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Moves the elements of chunks next to each other; returns how many there are.
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
