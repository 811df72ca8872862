/// Finds the differences of two versions.
struct DifferenceReverter<Root> {
  let current: Root
  let previous: Root
  private(set) var nodes: [any ChangeNode<Root>] = []
  private var hasFoundChange = false

  init(current: Root, previous: Root) {
    self.current = current
    self.previous = previous
  }

  /// All that was found as one change.
  var change: ValueChange<Root>? {
    switch nodes.count {
    case 0: nil
    case 1: ValueChange(nodes[0])
    default: ValueChange(CompositeChange(nodes))
    }
  }
}

extension DifferenceReverter: Reverter {

  mutating func hasChanged<Value: Equatable>(at keyPath: KeyPath<Root, Value>) -> Bool {
    let isSame = current[keyPath: keyPath].isSame(as: previous[keyPath: keyPath])
    if !isSame { hasFoundChange = true }
    return !isSame
  }

  mutating func appendOverwriteReversion<Value: Equatable>(
    at keyPath: WritableKeyPath<Root, Value>
  ) {
    let replacement = previous[keyPath: keyPath]
    // A part that has changed is a change of the whole, whatever the whole's own `==` says.
    let isKnownChange = hasFoundChange && Value.self == Root.self
    guard isKnownChange || !current[keyPath: keyPath].isSame(as: replacement) else { return }
    let size = (replacement as? any Revertible)?._versionedSize ?? MemoryLayout<Value>.size
    nodes.append(PropertyChange(keyPath, Overwrite(replacement, size: size)))
  }

  mutating func appendReversion<Value: Revertible>(at keyPath: WritableKeyPath<Root, Value>) {
    let change = current[keyPath: keyPath]._valueChange(to: previous[keyPath: keyPath])
    if let change { nodes.append(PropertyChange(keyPath, change.node)) }
  }
}

/// Adds up what a value's properties hold on the heap.
struct MeasuringReverter<Root> {
  let root: Root
  private(set) var heapSize = 0
}

extension MeasuringReverter: Reverter {

  // Nothing counts as changed, so that an enumeration goes on to name the values of its case.
  func hasChanged<Value: Equatable>(at keyPath: KeyPath<Root, Value>) -> Bool { false }

  func appendOverwriteReversion<Value: Equatable>(at keyPath: WritableKeyPath<Root, Value>) {}

  mutating func appendReversion<Value: Revertible>(at keyPath: WritableKeyPath<Root, Value>) {
    heapSize += max(0, root[keyPath: keyPath]._versionedSize - MemoryLayout<Value>.size)
  }
}
