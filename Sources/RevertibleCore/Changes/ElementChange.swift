/// Changes one element of an array in place: the most frequent change of an array, and a third of the
/// size that an ``ArrayChange`` for it would have.
final class ElementChange<Element>: ChangeNode {
  private let index: Int
  private let change: any ChangeNode<Element>

  init(index: Int, change: any ChangeNode<Element>) {
    self.index = index
    self.change = change
  }

  func apply(to array: inout [Element]) -> any ChangeNode<[Element]> {
    ElementChange(index: index, change: change.apply(to: &array[index]))
  }

  func fits(_ array: [Element]) -> Bool {
    index < array.count && change.fits(array[index])
  }

  var cost: Int { objectHeaderSize + 3 * MemoryLayout<Int>.size + change.cost }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.descend("[\(index)]") { change.describe(into: &$0) }
  }
}
