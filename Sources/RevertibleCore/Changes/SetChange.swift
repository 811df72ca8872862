extension Set: Revertible {

  public func _valueChange(to previous: Set<Element>) -> ValueChange<Set<Element>>? {
    if hasSameBytes(self, previous) { return nil }
    let sameness = Sameness<Element>()
    var (removed, inserted): ([Element], [Element]) = ([], [])
    for element in self {
      guard let index = previous.firstIndex(of: element) else {
        removed.append(element)
        continue
      }
      // It is exchanged for an equal element that is not the same.
      if !sameness.holds(element, previous[index]) {
        removed.append(element)
        inserted.append(previous[index])
      }
    }
    for element in previous where !contains(element) { inserted.append(element) }
    removed.cancel(
      with: &inserted, isLost: { !$0.isEqualToItself }, isSame: { $0.isSame(as: $1) })
    guard !(removed.isEmpty && inserted.isEmpty) else { return nil }
    // An element that is unequal to itself cannot be found, and so cannot be removed individually.
    guard (removed + inserted).allSatisfy(\.isEqualToItself) else {
      return ValueChange(Overwrite(self, by: previous))
    }
    return ValueChange(SetChange(inserted: inserted, removed: removed))
  }

  public var _versionedSize: Int {
    MemoryLayout<Self>.size + storageSize
  }
}

/// Removes elements from a set and inserts others.
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
    removed.allSatisfy(set.contains)
      && inserted.allSatisfy { !set.contains($0) || removed.contains($0) }
  }

  var cost: Int {
    let size = EstimatedSize<Element>()
    return [inserted, removed].joined().reduce(5 * objectHeaderSize) {
      $0 + MemoryLayout<Element>.stride + size.onHeap($1)
    }
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.add(ChangeSummary.Effect.inserted, count: inserted.count)
    summary.add(ChangeSummary.Effect.removed, count: removed.count)
  }
}
