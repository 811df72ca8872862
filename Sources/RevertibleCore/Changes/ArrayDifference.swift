/// Finds the change between two arrays.
enum ArrayDifference {

  /// Compares element by element; if the lengths differ, the differing run is replaced.
  static func byPosition<Element: Revertible>(
    from current: [Element], to previous: [Element]
  ) -> (any ChangeNode<[Element]>)? {
    guard let range = CommonAffixes.differingElements(current, previous) else { return nil }
    if current.count == previous.count {
      return inPlace(current, previous, range.lower..<range.currentUpper)
    }
    return ArrayChange(
      edits: [], removals: [Int](range.lower..<range.currentUpper),
      insertions: (range.lower..<range.previousUpper).map {
        ArrayChange.Insertion(index: $0, source: .element(previous[$0]))
      })
  }

  /// Follows each element by its identity: elements that stay are changed in place, and as few as
  /// possible are removed, inserted or moved.
  ///
  /// - Complexity: O(*n*) to find the differing run, O(*m* log *m*) for a run of *m* elements.
  static func byIdentity<Element: Versionable & Identifiable>(
    from current: [Element], to previous: [Element]
  ) -> (any ChangeNode<[Element]>)? {
    guard let range = CommonAffixes.differingElements(current, previous) else { return nil }
    let run = range.lower..<range.currentUpper
    let isInPlace =
      current.count == previous.count
      && run.allSatisfy { Element._hasSameIdentity(current[$0], previous[$0]) }
    if isInPlace { return inPlace(current, previous, run) }
    return moveOfOne(current, previous, run)
      ?? IdentityMatching(current: current, previous: previous, range: range).change
  }

  /// Returns the change if one element moved from one end of the run to the other: by far the most
  /// frequent way to reorder, found without looking at the identities in between.
  private static func moveOfOne<Element: Versionable & Identifiable>(
    _ current: [Element], _ previous: [Element], _ run: Range<Int>
  ) -> ArrayChange<Element>? {
    guard current.count == previous.count, let first = run.first, let last = run.last else {
      return nil
    }
    for (from, to, shift) in [(first, last, 1), (last, first, -1)]
    where current[from].isSame(as: previous[to]) {
      let rest = shift > 0 ? (first + 1)..<(last + 1) : first..<last
      guard CommonAffixes.areSame(current, rest, previous, earlierBy: shift) else { continue }
      return ArrayChange(
        edits: [], removals: [from],
        insertions: [ArrayChange.Insertion(index: to, source: .removal(0))])
    }
    return nil
  }

  private static func inPlace<Element: Revertible>(
    _ current: [Element], _ previous: [Element], _ run: Range<Int>
  ) -> (any ChangeNode<[Element]>)? {
    let edits = run.compactMap { index in
      current[index]._valueChange(to: previous[index]).map {
        ArrayChange<Element>.Edit(index: index, change: $0.node)
      }
    }
    return switch edits.count {
    case 0: nil
    case 1: ElementChange(index: edits[0].index, change: edits[0].change)
    default: ArrayChange(edits: edits)
    }
  }
}

/// Pairs the elements of two arrays by identity.
///
/// If an identity occurs more than once, the first occurrence is paired with the first, and so on.
private struct IdentityMatching<Element: Versionable & Identifiable> {
  private let current: [Element]
  private let previous: [Element]
  private let range: DifferingRange
  /// For each place in the earlier run, the later index of the same element.
  private var partners: [Int?]
  /// For each place in the later run, whether its element keeps its position relative to the others.
  private var isStaying: [Bool]

  init(current: [Element], previous: [Element], range: DifferingRange) {
    self.current = current
    self.previous = previous
    self.range = range
    // The first index of each identity, and for each index the next one with the same identity.
    var first: [Element.ID: Int] = [:]
    first.reserveCapacity(range.currentUpper - range.lower)
    var next = [Int?](repeating: nil, count: range.currentUpper - range.lower)
    for index in (range.lower..<range.currentUpper).reversed() {
      next[index - range.lower] = first.updateValue(index, forKey: current[index].id)
    }
    partners = (range.lower..<range.previousUpper).map { index in
      guard let entry = first.index(forKey: previous[index].id) else { return nil }
      let partner = first.values[entry]
      if let following = next[partner - range.lower] {
        first.values[entry] = following
      } else {
        first.removeValue(forKey: previous[index].id)
      }
      return partner
    }
    isStaying = next.map { _ in false }
    for index in partners.compactMap({ $0 }).longestIncreasingSubsequence {
      isStaying[index - range.lower] = true
    }
  }

  var change: ArrayChange<Element>? {
    let removals = (range.lower..<range.currentUpper).filter { !isStaying[$0 - range.lower] }
    let insertions = insertions(after: removals)
    let edits = edits
    guard !(edits.isEmpty && removals.isEmpty && insertions.isEmpty) else { return nil }
    return ArrayChange(edits: edits, removals: removals, insertions: insertions)
  }

  private func insertions(after removals: [Int]) -> [ArrayChange<Element>.Insertion] {
    var positions = [Int](repeating: 0, count: isStaying.count)
    for (position, index) in removals.enumerated() { positions[index - range.lower] = position }
    return partners.indices.compactMap { place in
      let index = range.lower + place
      guard let partner = partners[place] else {
        return ArrayChange.Insertion(index: index, source: .element(previous[index]))
      }
      let partnerPlace = partner - range.lower
      return isStaying[partnerPlace]
        ? nil : ArrayChange.Insertion(index: index, source: .removal(positions[partnerPlace]))
    }
  }

  private var edits: [ArrayChange<Element>.Edit] {
    partners.indices.compactMap { place -> ArrayChange<Element>.Edit? in
      guard let partner = partners[place] else { return nil }
      let change = current[partner]._valueChange(to: previous[range.lower + place])
      return change.map { ArrayChange.Edit(index: partner, change: $0.node) }
    }.sorted { $0.index < $1.index }
  }
}

extension [Int] {

  /// The longest subsequence in which each number is greater than the one before.
  ///
  /// Patience sorting: each number goes on the leftmost pile whose top is not smaller and remembers
  /// the top of the pile to its left.
  ///
  /// - Complexity: O(*n* log *n*).
  var longestIncreasingSubsequence: [Int] {
    var tops: [Int] = []
    var predecessors = [Int](repeating: -1, count: count)
    for position in indices {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if self[tops[middle]] < self[position] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[position] = tops[low - 1] }
      if low == tops.count { tops.append(position) } else { tops[low] = position }
    }
    var sequence: [Int] = []
    var position = tops.last ?? -1
    while position >= 0 {
      sequence.append(self[position])
      position = predecessors[position]
    }
    return sequence.reversed()
  }
}
