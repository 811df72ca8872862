extension Array: Revertible where Element: Revertible {

  public func _valueChange(to previous: [Element]) -> ValueChange<[Element]>? {
    Element._arrayChange(from: self, to: previous)
  }

  public static func _isSame(_ current: [Element], _ previous: [Element]) -> Bool {
    current.count == previous.count
      && CommonAffixes.differingElements(current, previous) == nil
  }

  public var _versionedSize: Int {
    let slots = isEmpty ? 0 : 2 * objectHeaderSize + capacity * MemoryLayout<Element>.stride
    return reduce(MemoryLayout<Self>.size + slots) {
      $0 + $1._versionedSize - MemoryLayout<Element>.size
    }
  }
}

/// Changes elements of an array in place, removes some and inserts some.
///
/// The three steps are done in this order. The memory that is needed grows with the number of elements
/// that the change touches, not with the array.
final class ArrayChange<Element: Revertible>: ChangeNode {
  private let edits: [Edit]
  private let removals: [Int]
  private let insertions: [Insertion]

  /// A change to one element, at its index before any removal.
  struct Edit {
    let index: Int
    let change: any ChangeNode<Element>
  }

  /// An element to insert, at its index in the finished array.
  struct Insertion {
    let index: Int
    let source: Source
  }

  enum Source {
    /// An element that is not in the array.
    case element(Element)
    /// The element that the removal at this position of the list took out, so that it moves.
    case removal(Int)
  }

  /// - Parameters:
  ///   - edits: In ascending order of index.
  ///   - removals: Indices before any removal, in ascending order.
  ///   - insertions: In ascending order of index.
  init(edits: [Edit], removals: [Int] = [], insertions: [Insertion] = []) {
    self.edits = edits
    self.removals = removals
    self.insertions = insertions
  }

  func apply(to array: inout [Element]) -> any ChangeNode<[Element]> {
    let reversed = edits.map { edit in
      Edit(index: edit.index, change: edit.change.apply(to: &array[edit.index]))
    }
    guard !(removals.isEmpty && insertions.isEmpty) else { return ArrayChange(edits: reversed) }
    let removed = array.remove(atAscending: removals)
    array.insert(
      insertions.map { insertion in
        switch insertion.source {
        case .element(let element): (insertion.index, element)
        case .removal(let position): (insertion.index, removed[position])
        }
      })
    return ArrayChange(
      edits: following(reversed), removals: insertions.map(\.index),
      insertions: reversedInsertions(of: removed))
  }

  func fits(_ array: [Element]) -> Bool {
    guard removals.last ?? -1 < array.count, edits.last?.index ?? -1 < array.count else {
      return false
    }
    let finished = array.count - removals.count + insertions.count
    return insertions.last?.index ?? -1 < finished
      && edits.allSatisfy { $0.change.fits(array[$0.index]) }
  }

  var runsCode: Bool { edits.contains(where: \.change.runsCode) }

  var cost: Int {
    var sum = 7 * objectHeaderSize
    for edit in edits { sum += MemoryLayout<Edit>.stride + edit.change.cost }
    sum += removals.count * MemoryLayout<Int>.stride
    for insertion in insertions {
      sum += MemoryLayout<Insertion>.stride
      if case .element(let element) = insertion.source {
        sum += element._versionedSize - MemoryLayout<Element>.size
      }
    }
    return sum
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    for edit in edits {
      summary.descend("[\(edit.index)]") { edit.change.describe(into: &$0) }
    }
    let moved = insertions.count { if case .removal = $0.source { true } else { false } }
    summary.add(ChangeSummary.Effect.inserted, count: insertions.count - moved)
    summary.add(ChangeSummary.Effect.removed, count: removals.count - moved)
    summary.add(ChangeSummary.Effect.moved, count: moved)
  }
}

// MARK: - The way back

extension ArrayChange {

  /// Returns insertions that put removed elements back where they were: deleted ones by value, moved
  /// ones from where they went.
  private func reversedInsertions(of removed: [Element]) -> [Insertion] {
    var destinations: [Int: Int] = [:]
    for (position, insertion) in insertions.enumerated() {
      if case .removal(let removal) = insertion.source { destinations[removal] = position }
    }
    return removals.indices.map { position in
      Insertion(
        index: removals[position],
        source: destinations[position].map { .removal($0) } ?? .element(removed[position]))
    }
  }

  /// Returns the edits with the indices that their elements have after the removals and insertions.
  private func following(_ edits: [Edit]) -> [Edit] {
    guard !edits.isEmpty else { return [] }
    var movedTo: [Int: Int] = [:]
    for insertion in insertions {
      if case .removal(let position) = insertion.source {
        movedTo[removals[position]] = insertion.index
      }
    }
    var (removalsBefore, insertionsBefore) = (0, 0)
    let followed = edits.compactMap { edit -> Edit? in
      while removalsBefore < removals.count, removals[removalsBefore] < edit.index {
        removalsBefore += 1
      }
      if removalsBefore < removals.count, removals[removalsBefore] == edit.index {
        // The edit of an element that is removed for good is dropped.
        return movedTo[edit.index].map { Edit(index: $0, change: edit.change) }
      }
      var index = edit.index - removalsBefore + insertionsBefore
      while insertionsBefore < insertions.count, insertions[insertionsBefore].index <= index {
        insertionsBefore += 1
        index += 1
      }
      return Edit(index: index, change: edit.change)
    }
    return followed.sorted { $0.index < $1.index }
  }
}

// MARK: - Several elements at once

extension Array {

  /// Up to this many elements are removed or inserted one by one, which moves the tail each time but
  /// makes no copy; for more, the array is rebuilt.
  private static var fewElements: Int { 4 }

  /// Removes the elements at ascending indices and returns them in that order.
  fileprivate mutating func remove(atAscending indices: [Int]) -> [Element] {
    let removed = indices.map { self[$0] }
    if indices.count <= Self.fewElements {
      for index in indices.reversed() { remove(at: index) }
      return removed
    }
    var kept: [Element] = []
    kept.reserveCapacity(count - indices.count)
    var next = 0
    for index in indices {
      kept.append(contentsOf: self[next..<index])
      next = index + 1
    }
    kept.append(contentsOf: self[next...])
    self = kept
    return removed
  }

  /// Inserts elements at their indices in the finished array, which ascend.
  fileprivate mutating func insert(_ elements: [(index: Int, element: Element)]) {
    if elements.count <= Self.fewElements {
      for (index, element) in elements { insert(element, at: index) }
      return
    }
    var finished: [Element] = []
    finished.reserveCapacity(count + elements.count)
    var next = 0
    for (index, element) in elements {
      let kept = index - finished.count
      finished.append(contentsOf: self[next..<(next + kept)])
      next += kept
      finished.append(element)
    }
    finished.append(contentsOf: self[next...])
    self = finished
  }
}

// MARK: - One element

/// Changes one element of an array in place: the most frequent change to an array. It takes a third of
/// the memory of an equivalent ``ArrayChange``.
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

  var runsCode: Bool { change.runsCode }

  var cost: Int { objectHeaderSize + 3 * MemoryLayout<Int>.size + change.cost }

  func describe(into summary: inout ChangeSummary.Builder) {
    summary.descend("[\(index)]") { change.describe(into: &$0) }
  }
}
