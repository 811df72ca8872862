extension Optional: Revertible where Wrapped: Revertible {

  public func _valueChange(to previous: Wrapped?) -> ValueChange<Wrapped?>? {
    switch (self, previous) {
    case (nil, nil): nil
    case (let current?, let previous?):
      current._valueChange(to: previous).map { ValueChange(OptionalChange($0.node)) }
    case (nil, _), (_, nil): ValueChange(Overwrite(self, by: previous))
    }
  }

  public static func _hasSameIdentity(_ current: Wrapped?, _ previous: Wrapped?) -> Bool {
    guard let current, let previous else { return true }
    return Wrapped._hasSameIdentity(current, previous)
  }

  public static func _isSame(_ current: Wrapped?, _ previous: Wrapped?) -> Bool {
    guard let current, let previous else { return current == nil && previous == nil }
    return current.isSame(as: previous)
  }

  public var _versionedSize: Int {
    MemoryLayout<Self>.size + (self.map { $0._versionedSize - MemoryLayout<Wrapped>.size } ?? 0)
  }
}

/// Changes the value inside an optional.
final class OptionalChange<Wrapped>: ChangeNode {
  private let change: any ChangeNode<Wrapped>

  init(_ change: any ChangeNode<Wrapped>) {
    self.change = change
  }

  func apply(to value: inout Wrapped?) -> any ChangeNode<Wrapped?> {
    // Taken out, so that nothing else holds its storage and it can be changed in place.
    guard var wrapped = value.take() else { return self }
    let inverse = OptionalChange(change.apply(to: &wrapped))
    value = wrapped
    return inverse
  }

  func fits(_ value: Wrapped?) -> Bool {
    value.map { change.fits($0) } ?? false
  }

  var runsCode: Bool { change.runsCode }

  var cost: Int { objectHeaderSize + 2 * MemoryLayout<Int>.size + change.cost }

  func describe(into summary: inout ChangeSummary.Builder) {
    change.describe(into: &summary)
  }
}
