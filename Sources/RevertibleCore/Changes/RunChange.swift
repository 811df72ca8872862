/// Replaces one run of an array whose elements cannot express a difference of their own.
final class RunChange<Element>: ChangeNode {
  private let offset: Int
  private let length: Int
  private let replacement: [Element]

  private init(offset: Int, length: Int, replacement: [Element]) {
    self.offset = offset
    self.length = length
    self.replacement = replacement
  }

  func apply(to array: inout [Element]) -> any ChangeNode<[Element]> {
    let run = offset..<(offset + length)
    let inverse = RunChange(
      offset: offset, length: replacement.count, replacement: [Element](array[run]))
    array.replaceSubrange(run, with: replacement)
    return inverse
  }

  func fits(_ array: [Element]) -> Bool { offset + length <= array.count }

  var cost: Int {
    objectHeaderSize + 3 * MemoryLayout<Int>.size + EstimatedSize<[Element]>().of(replacement)
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(.changed)
  }
}

extension RunChange where Element: Equatable {

  fileprivate static func difference(from current: [Element], to previous: [Element]) -> RunChange {
    let shorter = min(current.count, previous.count)
    var lower = 0
    while lower < shorter, current[lower].isSame(as: previous[lower]) { lower += 1 }
    var tail = 0
    while tail < shorter - lower,
      current[current.count - tail - 1].isSame(as: previous[previous.count - tail - 1])
    { tail += 1 }
    return RunChange(
      offset: lower, length: current.count - tail - lower,
      replacement: [Element](previous[lower..<(previous.count - tail)]))
  }
}

extension RunChange where Element == Never {

  /// Returns the difference between two values if they are arrays, and otherwise `nil`.
  static func ofArray<Value>(from current: Value, to previous: Value) -> (any ChangeNode<Value>)? {
    guard let array = current as? any ArrayOfEquatables else { return nil }
    return array.runChange(to: previous) as? any ChangeNode<Value>
  }
}

/// Recognises arrays of equatable elements through a cast.
private protocol ArrayOfEquatables {
  /// Returns the difference to an array of the same type.
  func runChange(to previous: Any) -> AnyObject?
}

extension Array: ArrayOfEquatables where Element: Equatable {

  fileprivate func runChange(to previous: Any) -> AnyObject? {
    (previous as? [Element]).map { RunChange.difference(from: self, to: $0) }
  }
}
