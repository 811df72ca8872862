// Not-a-number is unequal to itself. A set or a dictionary can hold it, even more than once, but never
// finds it again.

extension Equatable {
  var isEqualToItself: Bool { self == self }
}

extension Array {

  /// Removes from both arrays each element that no lookup finds and that the other array holds too:
  /// it has not changed.
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
