/// Keeps the versions of one value and moves between them.
///
/// There are several forms, depending on what holds the value.
///
/// A value of your own: pass each new version to the controller, and take the value from it:
///
/// ```swift
/// let controller = VersioningController(activity)
/// activity.title = "New title"
/// controller.append(activity)
/// try controller.undo(&activity)
/// ```
///
/// A value at a key path of another value or of an object: undo and redo write it back to the object,
/// which is held weakly:
///
/// ```swift
/// let controller = VersioningController(on: model, at: \.activity)
/// model.activity.title = "New title"
/// controller.append(root: model)
/// try controller.undo()  // model.activity.title is what it was
/// ```
///
/// A property of an `Observable` object: changes are noticed automatically. With `storingErrorsAt:`,
/// errors are stored in the object and nothing throws.
///
/// ## What it costs
///
/// An append finds the difference from the previous version, in time proportional to the size of the
/// value (most of it at the speed of comparing memory), and keeps only the difference. An undo or redo
/// takes time proportional to what changes. The check that a step fits the value compares two version
/// numbers, because the controller holds the value itself; nothing is hashed. The value is shared with
/// the caller, not copied: if the caller still holds the same array when an undo changes it, the array is
/// copied first, as always in Swift. `undo(_:)` with an `inout` value avoids that copy, unless a tracked
/// property is computed or has observers: their code may query the controller, which keeps the old value.
///
/// ## Concurrency
///
/// A controller of a sendable value (`Root == Value`) can be used from any thread. Each call is atomic,
/// including the closure that it is given: other threads wait meanwhile, and the closure must not wait
/// for them. Only asynchronous transactions let other threads in between. In the other forms, the
/// controller belongs to the isolation domain of its root.
public final class VersioningController<Root, Value: Revertible, Failure: Error> {
  let root: RootAccess<Root, Value, Failure>
  private let history: Guarded<VersionHistory<Value>>
  /// The time of the root's last change, by the debouncing clock, if it has not been appended yet.
  var pendingChange: Duration?
  /// Whether the controller itself is writing to the root.
  private var isWriting = false
  /// Keeps a subscription to the root alive.
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

// Unchecked, because the compiler cannot tell the forms apart. If Root is Value, there is no reference
// root: `root`'s closures are the empty defaults, its key path is never mutated, and `pendingChange`,
// `isWriting` and `subscription`, which belong to reference roots, are never written. The only mutable
// state left is `history`, which is behind its lock. Everything that crosses that boundary, values and
// tags, is required to be sendable; the key paths inside the history do not leave it.
extension VersioningController: @unchecked Sendable where Root == Value, Value: Sendable {}

// MARK: - Access to the history

extension VersioningController {

  /// Reads the history.
  func reading<Result>(_ body: (VersionHistory<Value>) -> Result) -> Result {
    history.read(body)
  }

  /// Changes the history in a way that runs no code of the value.
  func withHistory<Result, E: Error>(
    _ body: (inout VersionHistory<Value>) throws(E) -> Result
  ) throws(E) -> Result {
    let result = try history.withLock(body)
    if reading({ $0.isTrimmingAside }) { _ = history.withCopy { $0.trimNow() } }
    return result
  }

  /// Changes the history by applying steps. That may run observers of the value's properties, which may
  /// query the controller: they see the history as it was before.
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

  /// Runs several operations on the history as one, as far as other threads can tell.
  func atomically<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    try history.excludingOthers(body)
  }

  /// Reads a fact about the history, after capturing the root's latest value.
  func fact<Result>(_ body: (VersionHistory<Value>) -> Result) -> Result {
    root.register()
    captureRoot()
    return reading(body)
  }

  /// Changes the history without writing to the root.
  func rearrange<E: Error>(_ body: (inout VersionHistory<Value>) throws(E) -> Void) throws(E) {
    captureRoot()
    try withHistory(body)
    announce()
  }

  /// Moves to another version and writes it back to a reference root. The root's value stays the same if
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
    // If an observer turned the new version back into the old one, for example by clamping a number,
    // nothing has happened yet.
    let current = currentValue
    guard journey.isOneStep, let rootValue, rootValue.isSame(as: current) else { return current }
    return try travel(journey)
  }

  /// Moves a value that the caller holds to another version. The value stays the same if there is
  /// nowhere to go, or if it is not the current version.
  func travel(_ value: inout Value, _ journey: Journey) throws(Failure) {
    // If the root is about to change, the caller's value is part of it. The root must then not be
    // accessed meanwhile, and its observers have been notified already.
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

  /// Appends the value of an observed root if it has changed since the last capture.
  ///
  /// A change is announced before it happens. A capture in between, as by an observer, finds the old
  /// value, and the change is still pending.
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

  /// Records that the root is about to change. It still has its old value.
  func rootWillChange() {
    guard !isWriting else { return }
    captureRoot()
    pendingChange = reading { $0.debounce?.now() ?? .zero }
  }

  /// Writes the current value to a reference root. An observer of the property may replace it with
  /// another value, which then becomes the current one.
  ///
  /// - Returns: Whether an observer did so.
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
