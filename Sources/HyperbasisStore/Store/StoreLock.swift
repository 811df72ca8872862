package import Foundation
package import HyperbasisModels
import Synchronization
package import SystemPackage

/// The right to change a space, or another part of a store: one holder among all processes and
/// threads.
///
/// The lock is the kernel's, on a file of its own that is never renamed, and is released with its
/// holder however that dies. Within the process a gate keeps threads from competing for the file.
package struct StoreLock: Sendable {
  private let path: FilePath
  let files: any FileSystem
  /// How long to wait for another holder, in seconds.
  let patience: TimeInterval
  private let refusal: HBStorageError
  /// Whether the store must be there; otherwise the lock's file makes a new one.
  private let mustFindStore: @Sendable () -> Bool
  private let gate = Gate()
  /// Until when a caller may wait for a lock; nil for the lock's patience from when it asks.
  @TaskLocal package static var deadline: Date?

  /// Whether the caller may wait for a lock now, which it may not on one of Swift's own threads.
  static var mayWait: Bool { deadline != .distantPast }

  /// - Parameters:
  ///   - path: the file to lock; it is created when somebody first takes the lock.
  ///   - patience: how long to wait for another holder, in seconds; nil for the store's own patience.
  ///   - space: what the lock is for: a store in which this process has seen that space must be there
  ///     still, and is not made anew.
  ///   - refusal: the error to throw if another holder does not let go in time.
  package init(
    _ path: FilePath, in context: StoreContext, for space: UUID? = nil,
    patience: TimeInterval? = nil, refusal: HBStorageError
  ) {
    self.path = path
    files = context.files
    self.patience = patience ?? context.lockPatience
    self.refusal = refusal
    let seen = context.seenSpaces
    mustFindStore = { space.map { seen.contains($0) } ?? false }
  }

  /// Calls `body` while holding the lock.
  ///
  /// - Parameter prepare: what can be done beforehand while another process holds it, so that this
  ///   one holds it for a shorter time.
  /// - Throws: the refusal, such as ``HBStorageError/locked(spaceId:)``, if another holder does
  ///   not let go in time.
  package func withLock<Result>(
    whileWaiting prepare: () -> Void = {}, _ body: () throws -> Result
  ) throws -> Result {
    let deadline = Self.deadline ?? Date(timeIntervalSinceNow: patience)
    guard gate.lock.lock(before: deadline) else { throw refusal }
    defer { gate.lock.unlock() }
    let file = try wait(before: deadline, preparing: prepare, for: acquireKeptIfFree)
    defer { release(file) }
    return try body()
  }

  /// Repeats an attempt to take the lock until it succeeds.
  ///
  /// - Throws: the refusal, if that takes longer than the deadline or the lock's patience allows.
  package func wait(for attempt: () throws -> OpenFile?) throws -> OpenFile {
    try wait(before: Self.deadline ?? Date(timeIntervalSinceNow: patience), for: attempt)
  }

  private func wait(
    before deadline: Date, preparing prepare: () -> Void = {}, for attempt: () throws -> OpenFile?
  ) throws -> OpenFile {
    var polling = LockPolling()
    while true {
      if let file = try attempt() { return file }
      guard Date() < deadline else { throw refusal }
      prepare()
      Thread.sleep(forTimeInterval: polling.interval())
    }
  }

  /// Takes the lock if nobody holds it; it is released with the last reference to the file.
  package func acquireIfFree() throws -> OpenFile? {
    while true {
      let file = try openLockFile()
      guard try files.tryLock(file) else { return nil }
      if try isCurrent(file) { return file }
    }
  }

  /// Takes the lock if nobody holds it, with the file that is open since it was last held: opening it
  /// takes as long as everything else about the lock.
  private func acquireKeptIfFree() throws -> OpenFile? {
    if let file = gate.file {
      let isFree = try files.tryLock(file)
      if try isCurrent(file) { return isFree ? file : nil }
    }
    // Whatever lock was taken on a file that is gone is released with it.
    gate.file = nil
    gate.file = try acquireIfFree()
    return gate.file
  }

  private func release(_ file: OpenFile) {
    do {
      try files.unlock(file)
    } catch {
      // Closing it releases the lock as well.
      gate.file = nil
    }
  }

  /// Closes the lock's file unless the lock is being used right now.
  func closeIfUnused() {
    guard gate.lock.try() else { return }
    defer { gate.lock.unlock() }
    gate.file = nil
  }

  /// Whether a lock file is still in place: clearing a store removes lock files too, and a lock on one
  /// that is gone excludes nobody.
  private func isCurrent(_ file: OpenFile) throws -> Bool {
    guard let now = try files.status(at: path) else { return false }
    let held = if let known = file.statusAtOpening { known } else { try files.status(of: file) }
    return held.isSameFile(as: now)
  }

  private func openLockFile() throws(FileError) -> OpenFile {
    var attempts = 0
    while true {
      do {
        return try files.open(path, .lock)
      } catch {
        attempts += 1
        // A process that clears the store may remove the folder again.
        guard error.code == .noSuchFileOrDirectory, attempts < 100 else { throw error }
        let locks = path.removingLastComponent()
        // The store itself may be new: if it is lost, so is what is flushed in it.
        let base = locks.removingLastComponent().removingLastComponent()
        if mustFindStore(), try files.status(at: base) == nil {
          throw FileError(.open, base, .storeGone)
        }
        try files.createDirectories(base, isFlushed: true)
        try files.createDirectories(locks)
      }
    }
  }

  /// A reference type, so that copies of the lock share one gate.
  private final class Gate: Sendable {
    let lock = NSLock()
    private let kept = Mutex<OpenFile?>(nil)

    /// The lock's file, which stays open when the lock is released; used only by whoever has passed.
    var file: OpenFile? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }
}
