/// Where two sequences of bytes or elements differ: everything before and after is the same.
struct DifferingRange {
  let lower: Int
  let currentUpper: Int
  let previousUpper: Int
}

/// Finds the first and the last difference between two sequences.
///
/// Eight bytes are compared at a time: an edit of a long text or array costs little more than reading
/// it once.
@usableFromInline
enum CommonAffixes {

  /// Returns the length of the common prefix, counting the first `start` bytes without comparing them.
  @inlinable
  static func prefix(
    _ current: UnsafeRawBufferPointer, _ previous: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Int {
    let limit = min(current.count, previous.count)
    var offset = start
    while offset + 8 <= limit,
      current.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == previous.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    { offset += 8 }
    while offset < limit, current[offset] == previous[offset] { offset += 1 }
    return offset
  }

  /// Returns the length of the common suffix, counting the last `start` bytes without comparing them;
  /// at most `limit`.
  static func suffix(
    _ current: UnsafeRawBufferPointer, _ previous: UnsafeRawBufferPointer, from start: Int = 0,
    limit: Int
  ) -> Int {
    let (currentEnd, previousEnd) = (current.count, previous.count)
    var length = start
    while length + 8 <= limit,
      current.loadUnaligned(fromByteOffset: currentEnd - length - 8, as: UInt64.self)
        == previous.loadUnaligned(fromByteOffset: previousEnd - length - 8, as: UInt64.self)
    { length += 8 }
    while length < limit, current[currentEnd - length - 1] == previous[previousEnd - length - 1] {
      length += 1
    }
    return length
  }

  /// Returns the bytes in which two sequences differ, or `nil` if they are the same.
  static func differingBytes(
    _ current: UnsafeRawBufferPointer, _ previous: UnsafeRawBufferPointer
  ) -> DifferingRange? {
    if isSameMemory(current, previous) { return nil }
    let shorter = min(current.count, previous.count)
    let lower = prefix(current, previous)
    if lower == shorter, current.count == previous.count { return nil }
    let suffix = suffix(current, previous, limit: shorter - lower)
    return DifferingRange(
      lower: lower, currentUpper: current.count - suffix, previousUpper: previous.count - suffix)
  }
}

extension CommonAffixes {

  /// Whether two buffers are the same memory, so that nothing in them has to be compared.
  fileprivate static func isSameMemory(
    _ current: UnsafeRawBufferPointer, _ previous: UnsafeRawBufferPointer
  ) -> Bool {
    current.baseAddress == previous.baseAddress && current.count == previous.count
  }

  /// Returns the elements in which two arrays differ, or `nil` if they are the same.
  ///
  /// Two elements with the same bytes are the same, whatever their type is, so bytes are compared
  /// first. Where bytes differ, the type decides, because elements that are the same may differ in
  /// padding and storage.
  static func differingElements<Element: Revertible>(
    _ current: [Element], _ previous: [Element]
  ) -> DifferingRange? {
    let stride = MemoryLayout<Element>.stride
    let shorter = min(current.count, previous.count)
    return current.withUnsafeBytes { currentBytes in
      previous.withUnsafeBytes { previousBytes in
        if isSameMemory(currentBytes, previousBytes) { return nil }
        var lower = 0
        while lower < shorter {
          lower = min(
            shorter, prefix(currentBytes, previousBytes, from: lower * stride) / stride)
          guard lower < shorter, Element._isSame(current[lower], previous[lower]) else { break }
          lower += 1
        }
        if lower == shorter, current.count == previous.count { return nil }
        var tail = 0
        let limit = shorter - lower
        while tail < limit {
          tail =
            suffix(currentBytes, previousBytes, from: tail * stride, limit: limit * stride) / stride
          guard tail < limit,
            Element._isSame(
              current[current.count - tail - 1], previous[previous.count - tail - 1])
          else { break }
          tail += 1
        }
        return DifferingRange(
          lower: lower, currentUpper: current.count - tail, previousUpper: previous.count - tail)
      }
    }
  }

  /// Whether a run of elements is the same as the run that begins `shift` places earlier in another
  /// array.
  static func areSame<Element: Revertible>(
    _ current: [Element], _ run: Range<Int>, _ previous: [Element], earlierBy shift: Int
  ) -> Bool {
    let stride = MemoryLayout<Element>.stride
    return current.withUnsafeBytes { currentBytes in
      previous.withUnsafeBytes { previousBytes in
        let here = UnsafeRawBufferPointer(
          rebasing: currentBytes[run.lowerBound * stride..<run.upperBound * stride])
        let there = UnsafeRawBufferPointer(
          rebasing: previousBytes[
            (run.lowerBound - shift) * stride..<(run.upperBound - shift) * stride])
        var place = 0
        while place < run.count {
          place = prefix(here, there, from: place * stride) / stride
          let index = run.lowerBound + place
          guard place < run.count else { break }
          guard Element._isSame(current[index], previous[index - shift]) else { return false }
          place += 1
        }
        return true
      }
    }
  }
}
