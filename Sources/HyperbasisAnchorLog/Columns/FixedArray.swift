/// Elements that never change, in memory of their own or in that of an index on disk.
///
/// A part of it shares the memory. Why `@unchecked Sendable` holds: the elements are written before
/// the first value exists, and only read from then on.
public struct FixedArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection,
  @unchecked Sendable
{
  private let memory: IndexMemory?
  private let base: UnsafePointer<Element>?
  public let count: Int

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  @inline(__always)
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "There is no element with that index.")
    guard let base else { preconditionFailure("There is no element.") }
    return base[index]
  }
}

extension FixedArray {
  /// No elements.
  init() {
    memory = nil
    base = nil
    count = 0
  }

  /// Elements that lie in a piece of memory.
  init(in memory: IndexMemory, at offset: Int, count: Int) {
    self.memory = memory
    self.base = UnsafePointer(memory.elements(at: offset, count: count))
    self.count = count
  }

  /// Elements that `fill` puts in their places.
  init(count: Int, fill: (UnsafeMutablePointer<Element>) -> Void) {
    guard count > 0 else {
      self.init()
      return
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride, alignment: 16)
    let memory = IndexMemory(bytes) { $0.deallocate() }
    fill(memory.elements(at: 0, count: count))
    self.init(in: memory, at: 0, count: count)
  }

  init(_ elements: [Element]) {
    self.init(count: elements.count) { target in
      for (place, element) in elements.enumerated() { target[place] = element }
    }
  }

  private init(_ memory: IndexMemory?, _ base: UnsafePointer<Element>?, _ count: Int) {
    self.memory = memory
    self.base = base
    self.count = count
  }

  /// A part of the elements.
  func part(_ range: Range<Int>) -> FixedArray {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return FixedArray(memory, base.map { $0 + range.lowerBound }, range.count)
  }

  /// Calls `body` with the elements side by side.
  func withElements<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(memory) {
      try body(UnsafeBufferPointer(start: base, count: count))
    }
  }
}
