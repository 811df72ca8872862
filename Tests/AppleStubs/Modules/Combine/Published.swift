/// A property of an `ObservableObject` whose changes the object announces.
@propertyWrapper
public struct Published<Value> {
  private var value: Value

  public init(wrappedValue: Value) { value = wrappedValue }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Object, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Object, Self>
  ) -> Value {
    get { object[keyPath: storageKeyPath].value }
    set {
      announce(object)
      object[keyPath: storageKeyPath].value = newValue
    }
  }

  private static func announce(_ object: AnyObject) {
    guard let object = object as? any ObservableObject else { return }
    (object.objectWillChange as? ObservableObjectPublisher)?.send()
  }
}
