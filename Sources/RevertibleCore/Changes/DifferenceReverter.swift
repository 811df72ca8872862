/// Finds the differences between two versions.
struct DifferenceReverter<Root> {
  let current: Root
  let previous: Root
  private(set) var nodes: [any ChangeNode<Root>] = []

  /// All differences found, as one change.
  var change: ValueChange<Root>? {
    switch nodes.count {
    case 0: nil
    case 1: ValueChange(nodes[0])
    default: ValueChange(CompositeChange(nodes))
    }
  }
}

extension DifferenceReverter: Reverter {

  func hasChanged<Value: Equatable>(at keyPath: KeyPath<Root, Value>) -> Bool {
    !current[keyPath: keyPath].isSame(as: previous[keyPath: keyPath])
  }

  mutating func appendOverwriteReversion<Value: Equatable>(
    at keyPath: WritableKeyPath<Root, Value>
  ) {
    let replacement = previous[keyPath: keyPath]
    guard !current[keyPath: keyPath].isSame(as: replacement) else { return }
    let size = EstimatedSize<Value>()
    let change =
      RunChange.ofArray(from: current[keyPath: keyPath], to: replacement)
      ?? Overwrite(
        replacement, size: size.of(replacement), replacedSize: size.of(current[keyPath: keyPath]))
    nodes.append(PropertyChange.of(current, at: keyPath, change))
  }

  mutating func appendReversion<Value: Revertible>(at keyPath: WritableKeyPath<Root, Value>) {
    let change = current[keyPath: keyPath]._valueChange(to: previous[keyPath: keyPath])
    if let change { nodes.append(PropertyChange.of(current, at: keyPath, change.node)) }
  }
}

/// Adds up how many bytes a value's properties hold on the heap.
struct MeasuringReverter<Root> {
  let root: Root
  private(set) var heapSize = 0
}

extension MeasuringReverter: Reverter {

  // Nothing counts as changed, so that an enumeration goes on to name its associated values.
  func hasChanged<Value: Equatable>(at keyPath: KeyPath<Root, Value>) -> Bool { false }

  func appendOverwriteReversion<Value: Equatable>(at keyPath: WritableKeyPath<Root, Value>) {}

  mutating func appendReversion<Value: Revertible>(at keyPath: WritableKeyPath<Root, Value>) {
    heapSize += max(0, root[keyPath: keyPath]._versionedSize - MemoryLayout<Value>.size)
  }
}
