/// Keeps the versions of one value and walks through them.
///
/// There are several forms, by who holds the value.
///
/// A value of your own. Tell the controller each new version, and take the value from it:
///
/// ```swift
/// let controller = VersioningController(activity)
/// activity.title = "New title"
/// controller.append(activity)
/// try controller.undo(&activity)
/// ```
///
/// A value at a key path of a value or of an object; undo and redo write it back to the object. The
/// object is held weakly:
///
/// ```swift
/// let controller = VersioningController(on: model, at: \.activity)
/// model.activity.title = "New title"
/// controller.append(root: model)
/// try controller.undo()  // model.activity.title is what it was
/// ```
///
/// A property of an `Observable` object: changes are noticed by themselves. With `storingErrorsAt:`
/// errors are stored in the object and nothing throws.
///
/// ## What it costs
///
/// An append finds the difference to the version before, in time proportional to the value (most of it
/// at the speed of comparing memory), and keeps the difference alone. An undo or redo takes time
/// proportional to what changes. The check that a step fits the value compares two version numbers,
/// because the controller holds the value itself; nothing is hashed. What it holds is also shared, not
/// copied: if the caller still holds the same array when an undo changes it, the array is copied first,
/// as always in Swift. `undo(_:)` with an `inout` value avoids that copy, except where a tracked property
/// has observers or is computed: what these ask the controller is answered from the value before.
///
/// ## Concurrency
///
/// A controller of a sendable value (`Root == Value`) can be used from any thread; each call is atomic,
/// with the closure that it is given: meanwhile other threads wait, and the closure is not to wait for
/// them. Only the transactions with pauses let others in between. In the other forms the controller
/// belongs to the isolation domain of its root.
public final class VersioningController<Root, Value: Revertible, Failure: Error> {
  let root: RootAccess<Root, Value, Failure>
  private let history: Guarded<VersionHistory<Value>>
  /// When the root changed, by the debouncing clock, if that change has not been appended yet.
  var pendingChange: Duration?
  /// Whether the root is being written by the controller itself.
  private var isWriting = false
  /// What keeps a subscription to the root alive.
  var subscription: AnyObject?

  init(_ value: Value, _ root: RootAccess<Root, Value, Failure>, _ debounce: Debounce?) {
    self.root = root
    self.history = Guarded(VersionHistory(value, debounce: debounce))
  }

  init(history: VersionHistory<Value>, _ root: RootAccess<Root, Value, Failure>) {
    self.root = root
    self.history = Guarded(history)
  }
}

// Unchecked, because the compiler cannot tell the forms apart. Where Root is Value there is no
// reference root: `root`'s closures are the empty defaults, its key path is never mutated, and
// `pendingChange`, `isWriting` and `subscription`, which belong to reference roots, are never written.
// The only mutable state left is `history`, which is behind its lock. What crosses that boundary,
// values and tags, is required to be sendable; the key paths inside the history do not leave it.
extension VersioningController: @unchecked Sendable where Root == Value, Value: Sendable {}

// MARK: - Access to the history

extension VersioningController {

  /// Reads the history.
  func reading<Result>(_ body: (VersionHistory<Value>) -> Result) -> Result {
    history.read(body)
  }

  /// Changes the history by what runs no code of the value.
  func withHistory<Result, E: Error>(
    _ body: (inout VersionHistory<Value>) throws(E) -> Result
  ) throws(E) -> Result {
    let result = try history.withLock(body)
    if reading({ $0.isTrimmingAside }) { _ = history.withCopy { $0.trimNow() } }
    return result
  }

  /// Changes the history by applying steps. That may run observers of the value's properties, which may
  /// ask the controller: they are told how things were before.
  ///
  /// - Throws: ``ReversionError`` if such an observer changed the history; it then stays as the observer
  ///   left it.
  func applyingSteps<Result>(
    _ body: (inout VersionHistory<Value>) throws(ReversionError) -> Result
  ) throws(ReversionError) -> Result {
    guard reading({ $0.runsCode }) else { return try withHistory(body) }
    let result = try history.withCopy { history throws(ReversionError) in
      let result = try body(&history)
      history.trimNow()
      return result
    }
    guard let result else { throw .attemptingToRevertWrongVersion }
    return result
  }

  /// Does several things to the history as one, as far as other threads can tell.
  func atomically<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    try history.excludingOthers(body)
  }

  /// Reads a fact about the history, with what the root has become.
  func fact<Result>(_ body: (VersionHistory<Value>) -> Result) -> Result {
    root.register()
    captureRoot()
    return reading(body)
  }

  /// Changes the history where the value stays the same.
  func rearrange<E: Error>(_ body: (inout VersionHistory<Value>) throws(E) -> Void) throws(E) {
    captureRoot()
    try withHistory(body)
    announce()
  }

  /// Moves to another version and writes it back to a reference root. What the root holds stays if
  /// there is nowhere to go, or if it is not the current version.
  func travel(_ journey: Journey) throws(Failure) -> Value {
    captureRoot(isChanged: root.isObserved)
    let rootValue = root.read()
    do throws(ReversionError) {
      let value = try applyingSteps { history throws(ReversionError) -> Value? in
        guard history.leadsSomewhere(journey) else { return nil }
        if let rootValue { try history.adopt(rootValue) }
        try history.travel(journey)
        return history.current
      }
      guard let value else { return rootValue ?? currentValue }
      guard writeBack(value) else { return value }
    } catch {
      try root.report(error)
      return rootValue ?? currentValue
    }
    // If an observer made of the version what there was before, as where it keeps a number in bounds,
    // nothing has happened yet.
    let current = currentValue
    guard journey.isOneStep, let rootValue, rootValue.isSame(as: current) else { return current }
    return try travel(journey)
  }

  /// Moves to another version of a value that the caller holds. It stays if there is nowhere to go, or
  /// if it is not the current version.
  func travel(_ value: inout Value, _ journey: Journey) throws(Failure) {
    // If the root is about to change, the caller's value lies in it. Then the root must not be touched
    // meanwhile, and its observers know already.
    let change = takePendingChange()
    do throws(ReversionError) {
      if let change { withHistory { $0.append(value, at: change) } }
      try applyingSteps { history throws(ReversionError) in
        guard history.leadsSomewhere(journey) else { return }
        try history.travel(&value, journey)
      }
    } catch {
      try root.report(error)
    }
    if change == nil { announce() }
  }
}

// MARK: - The root

extension VersioningController {

  /// Appends the value of an observed root if it changed since it was last looked at.
  ///
  /// A change is announced before it happens. Who looks in between, as an observer may, finds the value
  /// before it, and the change is still to come.
  ///
  /// - Parameter isChanged: Whether the root may have changed without an announcement.
  func captureRoot(isChanged: Bool = false) {
    guard pendingChange != nil || isChanged, let value = root.read() else { return }
    let instant = pendingChange
    if withHistory({ $0.capture(value, at: instant) }) { pendingChange = nil }
  }

  private func takePendingChange() -> Duration? {
    guard pendingChange != nil else { return nil }
    defer { pendingChange = nil }
    return pendingChange
  }

  /// Notes that the root is about to change. Its value is still the one before.
  func rootWillChange() {
    guard !isWriting else { return }
    captureRoot()
    pendingChange = reading { $0.debounce?.now() ?? .zero }
  }

  /// Gives a reference root the current value. An observer of the property may put another value in
  /// its place, which is then the current one.
  ///
  /// - Returns: Whether one did.
  @discardableResult
  func writeBack(_ value: Value) -> Bool {
    var isReplaced = false
    writing {
      root.write(value)
      if let written = root.read(), !hasSameBytes(written, value) {
        isReplaced = withHistory { $0.replaceCurrent(with: written) }
      }
      root.announce()
    }
    return isReplaced
  }

  func announce() {
    writing { root.announce() }
  }

  private func writing(_ body: () -> Void) {
    guard root.isReference, !isWriting else { return }
    isWriting = true
    body()
    isWriting = false
  }
}
