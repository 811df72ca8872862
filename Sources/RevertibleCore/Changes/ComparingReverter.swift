/// Finds out whether two versions that are equal also agree in what equality ignores.
///
/// Inlinable, with everything that it calls, so that the module of the value's type specializes it for
/// that type. The elements of a long array are compared one by one, and without specialization each
/// property takes many times as long.
@usableFromInline
struct ComparingReverter<Root> {
  @usableFromInline let current: Root
  @usableFromInline let previous: Root
  @usableFromInline var isSame = true

  @inlinable
  init(current: Root, previous: Root) {
    self.current = current
    self.previous = previous
  }
}

extension ComparingReverter: Reverter {

  @inlinable
  mutating func hasChanged<Value: Equatable>(at keyPath: KeyPath<Root, Value>) -> Bool {
    let hasChanged = !current[keyPath: keyPath].isSame(as: previous[keyPath: keyPath])
    if hasChanged { isSame = false }
    return hasChanged
  }

  @inlinable
  mutating func appendOverwriteReversion<Value: Equatable>(
    at keyPath: WritableKeyPath<Root, Value>
  ) {
    // `\.self` is the value that is being compared, and its equality was checked before.
    guard isSame, Value.self != Root.self || MemoryLayout<Value>.size <= 1 else { return }
    isSame = current[keyPath: keyPath].isSame(as: previous[keyPath: keyPath])
  }

  @inlinable
  mutating func appendReversion<Value: Revertible>(at keyPath: WritableKeyPath<Root, Value>) {
    guard isSame else { return }
    isSame = current[keyPath: keyPath].isSame(as: previous[keyPath: keyPath])
  }
}
