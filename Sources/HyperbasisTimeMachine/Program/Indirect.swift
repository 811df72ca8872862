/// A part of a larger value that lies on the heap, as `indirect` does it with the cases of an
/// enumeration.
///
/// Copies of the larger value share the part until one of them writes it. To copy the whole then costs
/// one reference count for the part, whatever that holds; and the types that hold the whole, of which
/// there is one for each area of the screen, need no code of their own to copy all that is in it.
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

  /// Unchecked, since the value is written through a reference that is known to be the only one: nobody
  /// else can be reading it.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
}
