/// A part of a larger value that is stored on the heap, like an `indirect` enumeration case.
///
/// Copies of the larger value share the part until one of them writes to it. Copying the whole then costs
/// one reference count for the part, whatever it holds; and the types that hold the whole, of which there
/// is one for each area of the screen, need no code of their own to copy everything in it.
@propertyWrapper
package struct Indirect<Value: Sendable>: Sendable {
  private var box: Box

  package init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  package var wrappedValue: Value {
    get { box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// Unchecked, since the value is written only through a reference known to be unique, so nothing else
  /// can be reading it.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
}
