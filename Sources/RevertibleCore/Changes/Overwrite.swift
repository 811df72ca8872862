/// Puts a stored value in the place of another.
final class Overwrite<Value>: ChangeNode {
  private let replacement: Value
  private let size: Int

  init(_ replacement: Value, size: Int = MemoryLayout<Value>.size) {
    self.replacement = replacement
    self.size = size
  }

  func apply(to value: inout Value) -> any ChangeNode<Value> {
    let inverse = Overwrite(value, size: size)
    value = replacement
    return inverse
  }

  func fits(_ value: Value) -> Bool { true }

  var cost: Int { objectHeaderSize + MemoryLayout<Int>.size + size }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(.changed)
  }
}
