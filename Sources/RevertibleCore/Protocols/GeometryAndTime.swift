public import Foundation

// Values that are replaced as a whole; the numbers in them are compared by their representation.

extension CGPoint: Revertible {
  /// Compares representations: not-a-number is the same as itself, and zeros of opposite sign differ.
  public func _valueChange(to previous: CGPoint) -> ValueChange<CGPoint>? {
    hasSameBytes(self, previous) ? nil : ValueChange(Overwrite(previous))
  }
}

extension CGSize: Revertible {
  /// Compares representations: not-a-number is the same as itself, and zeros of opposite sign differ.
  public func _valueChange(to previous: CGSize) -> ValueChange<CGSize>? {
    hasSameBytes(self, previous) ? nil : ValueChange(Overwrite(previous))
  }
}

extension CGRect: Revertible {
  /// Compares representations: not-a-number is the same as itself, and zeros of opposite sign differ.
  public func _valueChange(to previous: CGRect) -> ValueChange<CGRect>? {
    hasSameBytes(self, previous) ? nil : ValueChange(Overwrite(previous))
  }
}

extension Duration: Revertible {
  public func _valueChange(to previous: Duration) -> ValueChange<Duration>? {
    self == previous ? nil : ValueChange(Overwrite(previous))
  }
}

extension Range: Revertible where Bound: Revertible {
  public func _valueChange(to previous: Range<Bound>) -> ValueChange<Range<Bound>>? {
    let isSame =
      lowerBound.isSame(as: previous.lowerBound) && upperBound.isSame(as: previous.upperBound)
    return isSame ? nil : ValueChange(Overwrite(previous))
  }
}

extension ClosedRange: Revertible where Bound: Revertible {
  public func _valueChange(to previous: ClosedRange<Bound>) -> ValueChange<ClosedRange<Bound>>? {
    let isSame =
      lowerBound.isSame(as: previous.lowerBound) && upperBound.isSame(as: previous.upperBound)
    return isSame ? nil : ValueChange(Overwrite(previous))
  }
}

// MARK: - Vectors

extension Revertible where Self: SIMD {
  /// Compares representations, without the padding after the last of three numbers.
  public func _valueChange(to previous: Self) -> ValueChange<Self>? {
    let isSame = indices.allSatisfy { hasSameBytes(self[$0], previous[$0]) }
    return isSame ? nil : ValueChange(Overwrite(previous))
  }
}

extension SIMD2: Revertible {}
extension SIMD3: Revertible {}
extension SIMD4: Revertible {}
extension SIMD8: Revertible {}
extension SIMD16: Revertible {}
extension SIMD32: Revertible {}
extension SIMD64: Revertible {}
