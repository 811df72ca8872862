// Not-a-number is unequal to itself. A set or a dictionary can hold it, more than once, and never finds
// it again.

extension Equatable {
  var isEqualToItself: Bool { self == self }
}

extension Array {

  /// Takes out the elements that no look-up finds and of which the other array holds the same one,
  /// which goes there, too: they have not changed.
  mutating func cancel(
    with other: inout [Element], isLost: (Element) -> Bool, isSame: (Element, Element) -> Bool
  ) {
    removeAll { element in
      guard isLost(element), let place = other.firstIndex(where: { isSame(element, $0) }) else {
        return false
      }
      other.remove(at: place)
      return true
    }
  }
}
