/// The difference between two versions of a value: just what is needed to get from one to the other.
public struct ValueChange<Value> {
  let node: any ChangeNode<Value>

  init(_ node: any ChangeNode<Value>) {
    self.node = node
  }

  /// What applying this change does to the value.
  public var summary: ChangeSummary {
    var builder = ChangeSummary.Builder()
    node.describe(into: &builder)
    return builder.summary
  }

  /// About how many bytes the change takes.
  public var cost: Int { node.cost }
}

/// One node in the tree that makes up a change. The tree follows the shape of the value, so that a
/// change deep inside is made in place and nothing around it is touched.
///
/// Nodes are immutable. They are classes because one word per link keeps a long history small.
protocol ChangeNode<Value>: AnyObject {
  associatedtype Value

  /// Changes the value in place.
  ///
  /// - Parameter value: A value for which ``fits(_:)`` is true.
  /// - Returns: The change that undoes this one.
  func apply(to value: inout Value) -> any ChangeNode<Value>

  /// Whether each place that the change touches exists in the value.
  func fits(_ value: Value) -> Bool

  /// About how many bytes the node and its descendants take.
  var cost: Int { get }

  /// Whether applying the node may run code of the value's type.
  var runsCode: Bool { get }

  /// Adds a description of what applying the node does.
  func describe(into summary: inout ChangeSummary.Builder)
}

extension ChangeNode {
  var runsCode: Bool { false }
}

/// The bytes of an object's header.
let objectHeaderSize = 16

extension Overwrite where Value: Revertible {

  /// Creates a change that replaces one value with another as a whole.
  convenience init(_ current: Value, by previous: Value) {
    self.init(previous, size: previous._versionedSize, replacedSize: current._versionedSize)
  }
}

/// Replaces a value with a stored one.
final class Overwrite<Value>: ChangeNode {
  private let replacement: Value
  private let size: Int
  private let replacedSize: Int

  /// - Parameters:
  ///   - size: About how many bytes the stored value takes.
  ///   - replacedSize: About how many bytes the value that it replaces takes.
  init(
    _ replacement: Value, size: Int = MemoryLayout<Value>.size,
    replacedSize: Int = MemoryLayout<Value>.size
  ) {
    self.replacement = replacement
    self.size = size
    self.replacedSize = replacedSize
  }

  func apply(to value: inout Value) -> any ChangeNode<Value> {
    let inverse = Overwrite(value, size: replacedSize, replacedSize: size)
    value = replacement
    return inverse
  }

  func fits(_ value: Value) -> Bool { true }

  var cost: Int { objectHeaderSize + 2 * MemoryLayout<Int>.size + size }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(.changed)
  }
}
