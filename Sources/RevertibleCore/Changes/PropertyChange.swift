/// Changes the value at a key path.
class PropertyChange<Root, Value>: ChangeNode {
  fileprivate let keyPath: WritableKeyPath<Root, Value>
  fileprivate let change: any ChangeNode<Value>

  init(_ keyPath: WritableKeyPath<Root, Value>, _ change: any ChangeNode<Value>) {
    self.keyPath = keyPath
    self.change = change
  }

  /// Returns the change to a property of a value, of the kind that fits whether it runs code.
  ///
  /// A stored property without observers lies at an offset. An associated value of an enumeration never
  /// does, but has no observers either.
  static func of(
    _ root: Root, at keyPath: WritableKeyPath<Root, Value>, _ change: any ChangeNode<Value>
  ) -> PropertyChange {
    let isStored =
      MemoryLayout<Root>.offset(of: keyPath) != nil
      || Mirror(reflecting: root).displayStyle == .enum
    return isStored ? PropertyChange(keyPath, change) : ComputedPropertyChange(keyPath, change)
  }

  var runsCode: Bool { change.runsCode }

  func apply(to root: inout Root) -> any ChangeNode<Root> {
    PropertyChange(keyPath, change.apply(to: &root[keyPath: keyPath]))
  }

  func fits(_ root: Root) -> Bool {
    change.fits(root[keyPath: keyPath])
  }

  var cost: Int { objectHeaderSize + 3 * MemoryLayout<Int>.size + change.cost }

  func describe(into summary: inout ChangeSummary.Builder) {
    guard let name = PropertyName.of(keyPath) else { return change.describe(into: &summary) }
    summary.descend(name) { change.describe(into: &$0) }
  }
}

/// Changes a property that is computed or observed, which runs code of its type or its wrapper.
final class ComputedPropertyChange<Root, Value>: PropertyChange<Root, Value> {

  override var runsCode: Bool { true }

  override func apply(to root: inout Root) -> any ChangeNode<Root> {
    ComputedPropertyChange(keyPath, change.apply(to: &root[keyPath: keyPath]))
  }
}

/// Changes several properties of one value.
final class CompositeChange<Root>: ChangeNode {
  /// In the order in which the value names its properties.
  private let changes: [any ChangeNode<Root>]
  /// Whether the last change is applied first. Two computed properties may share a stored one, so the
  /// inverse is applied in reverse order.
  private let isBackward: Bool

  init(_ changes: [any ChangeNode<Root>], isBackward: Bool = false) {
    self.changes = changes
    self.isBackward = isBackward
  }

  func apply(to root: inout Root) -> any ChangeNode<Root> {
    var inverses = changes
    for index in changes.indices {
      let place = isBackward ? changes.count - 1 - index : index
      inverses[place] = changes[place].apply(to: &root)
    }
    return CompositeChange(inverses, isBackward: !isBackward)
  }

  func fits(_ root: Root) -> Bool {
    changes.allSatisfy { $0.fits(root) }
  }

  var runsCode: Bool { changes.contains(where: \.runsCode) }

  var cost: Int { changes.reduce(3 * objectHeaderSize) { $0 + objectHeaderSize + $1.cost } }

  func describe(into summary: inout ChangeSummary.Builder) {
    for change in changes { change.describe(into: &summary) }
  }
}

enum PropertyName {

  /// Returns the name of the property at the key path, or `nil` if it is not known.
  static func of<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> String? {
    if let versionable = Root.self as? any Versionable.Type {
      if let name = given(by: versionable, for: keyPath) { return name }
    }
    return inSourceCode(keyPath)
  }

  private static func given<Root: Versionable>(
    by type: Root.Type, for keyPath: AnyKeyPath
  ) -> String? {
    (keyPath as? PartialKeyPath<Root>).flatMap(Root.propertyName(at:))
  }

  /// Returns the name in the source code, taken from the key path's description: `\Root.first.second`
  /// for stored properties and `\Root.self` for the identity. Other parts are in angle brackets.
  private static func inSourceCode(_ keyPath: AnyKeyPath) -> String? {
    let text = keyPath.debugDescription
    guard let dot = text.firstIndex(of: ".") else { return nil }
    let name = text[text.index(after: dot)...]
    return name == "self" || name.contains("<") ? nil : String(name)
  }
}
