/// How a controller reaches the value in its root.
struct RootAccess<Root, Value, Failure: Error> {
  let keyPath: WritableKeyPath<Root, Value>
  /// Whether the root is an object that the controller writes to.
  var isReference = false
  /// Whether the controller is notified of the root's changes.
  var isObserved = false
  /// Reads the value from a reference root, or `nil` once the root is gone.
  var read: () -> Value? = { nil }
  /// Writes the value to a reference root.
  var write: (Value) -> Void = { _ in }
  /// Tells observers that facts about the controller, such as `hasUndo`, are changing.
  var announce: () -> Void = {}
  /// Registers with observers that a fact about the controller is being read.
  var register: () -> Void = {}
  /// Throws an error, or stores it where the caller wants it stored.
  let report: (ReversionError) throws(Failure) -> Void
}

extension RootAccess where Failure == ReversionError {

  /// Access to a value that the caller holds.
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.init(keyPath: keyPath, report: { error throws(ReversionError) in throw error })
  }
}

extension RootAccess where Root: AnyObject {

  /// Access to a reference root, which is held weakly because it usually owns the controller.
  init(
    reference root: Root, _ keyPath: WritableKeyPath<Root, Value>,
    report: @escaping (ReversionError) throws(Failure) -> Void
  ) {
    self.keyPath = keyPath
    self.report = report
    isReference = true
    read = { [weak root] in root?[keyPath: keyPath] }
    write = { [weak root] value in root?[keyPath: keyPath] = value }
  }
}
