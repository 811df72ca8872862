public import Foundation

// MARK: - Values that are replaced as a whole

extension Revertible {
  /// Returns the change for a value that has no parts.
  fileprivate func replacement(by previous: Self) -> ValueChange<Self>? {
    self == previous ? nil : ValueChange(Overwrite(previous))
  }
}

extension Revertible where Self: FixedWidthInteger {
  public func _valueChange(to previous: Self) -> ValueChange<Self>? { replacement(by: previous) }
}

extension Int: Revertible {}
extension Int8: Revertible {}
extension Int16: Revertible {}
extension Int32: Revertible {}
extension Int64: Revertible {}
extension Int128: Revertible {}
extension UInt: Revertible {}
extension UInt8: Revertible {}
extension UInt16: Revertible {}
extension UInt32: Revertible {}
extension UInt64: Revertible {}
extension UInt128: Revertible {}

extension Revertible where Self: BinaryFloatingPoint {
  /// Compares representations: not-a-number is the same as itself, and zeros of opposite sign differ.
  public func _valueChange(to previous: Self) -> ValueChange<Self>? {
    let isSame =
      isTotallyOrdered(belowOrEqualTo: previous) && previous.isTotallyOrdered(belowOrEqualTo: self)
    return isSame ? nil : ValueChange(Overwrite(previous))
  }
}

extension Double: Revertible {}
extension Float: Revertible {}
#if !(os(macOS) && arch(x86_64))
  extension Float16: Revertible {}
#endif
#if arch(x86_64) && !os(Windows) && !os(Android)
  extension Float80: Revertible {}
#endif

extension Bool: Revertible {
  public func _valueChange(to previous: Bool) -> ValueChange<Bool>? { replacement(by: previous) }
}

extension Character: Revertible {
  /// Compares bytes: two spellings of a character are two versions.
  public func _valueChange(to previous: Character) -> ValueChange<Character>? {
    utf8.elementsEqual(previous.utf8) ? nil : ValueChange(Overwrite(previous))
  }
}

extension Date: Revertible {
  /// Compares representations: the seconds of a date can be not-a-number.
  public func _valueChange(to previous: Date) -> ValueChange<Date>? {
    let seconds = timeIntervalSinceReferenceDate
    let isSame = seconds._valueChange(to: previous.timeIntervalSinceReferenceDate) == nil
    return isSame ? nil : ValueChange(Overwrite(previous))
  }
}

extension UUID: Revertible {
  public func _valueChange(to previous: UUID) -> ValueChange<UUID>? { replacement(by: previous) }
}

extension URL: Revertible {
  public func _valueChange(to previous: URL) -> ValueChange<URL>? { replacement(by: previous) }
}

extension Decimal: Revertible {
  public func _valueChange(to previous: Decimal) -> ValueChange<Decimal>? {
    replacement(by: previous)
  }
}
