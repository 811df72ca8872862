extension Set: Revertible {

  public func _valueChange(to previous: Set<Element>) -> ValueChange<Set<Element>>? {
    let removed = filter { !previous.contains($0) }
    let inserted = previous.filter { !contains($0) }
    guard !(removed.isEmpty && inserted.isEmpty) else { return nil }
    return ValueChange(SetChange(inserted: [Element](inserted), removed: [Element](removed)))
  }

  public var _versionedSize: Int {
    MemoryLayout<Self>.size
      + (isEmpty ? 0 : 2 * objectHeaderSize + capacity * MemoryLayout<Element>.stride)
  }
}

/// Takes elements out of a set and puts others in.
final class SetChange<Element: Hashable>: ChangeNode {
  private let inserted: [Element]
  private let removed: [Element]

  init(inserted: [Element], removed: [Element]) {
    self.inserted = inserted
    self.removed = removed
  }

  func apply(to set: inout Set<Element>) -> any ChangeNode<Set<Element>> {
    for element in removed { set.remove(element) }
    for element in inserted { set.insert(element) }
    return SetChange(inserted: removed, removed: inserted)
  }

  func fits(_ set: Set<Element>) -> Bool {
    removed.allSatisfy(set.contains) && !inserted.contains(where: set.contains)
  }

  var cost: Int {
    5 * objectHeaderSize + (inserted.count + removed.count) * MemoryLayout<Element>.stride
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(ChangeSummary.Effect.inserted, count: inserted.count)
    summary.add(ChangeSummary.Effect.removed, count: removed.count)
  }
}
