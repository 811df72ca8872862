import Foundation
import SystemPackage

/// The right to change a space: one holder among all processes and threads.
///
/// The lock is the kernel's, on a file of its own that is never renamed, and goes with its holder
/// however that dies. Within the process a gate keeps threads from competing for the file.
struct SpaceLock: Sendable {
  let spaceId: UUID
  let layout: StoreLayout
  private let path: FilePath
  let files: any FileSystem
  /// How long to wait for another holder, in seconds.
  let patience: TimeInterval
  private let gate = Gate()

  init(spaceId: UUID, layout: StoreLayout, files: any FileSystem, patience: TimeInterval) {
    self.spaceId = spaceId
    self.layout = layout
    path = layout.lock(of: spaceId)
    self.files = files
    self.patience = patience
  }

  /// Calls `body` while holding the lock.
  ///
  /// - Throws: ``HBStorageError/locked(spaceId:)`` when another holder does not let go in time.
  func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = Date(timeIntervalSinceNow: patience)
    guard gate.lock.lock(before: deadline) else { throw HBStorageError.locked(spaceId: spaceId) }
    defer { gate.lock.unlock() }
    let file = try acquire(before: deadline)
    return try withExtendedLifetime(file) { try body() }
  }

  private func acquire(before deadline: Date) throws -> OpenFile {
    var file = try openLockFile()
    var wait = Backoff()
    while true {
      if try files.tryLock(file) {
        // Clearing a store removes the lock files too: a lock on one that is gone excludes nobody.
        if let now = try files.status(at: path), try files.status(of: file).isSameFile(as: now) {
          return file
        }
        file = try openLockFile()
      } else {
        guard Date() < deadline else { throw HBStorageError.locked(spaceId: spaceId) }
        wait.next()
      }
    }
  }

  private func openLockFile() throws(FileError) -> OpenFile {
    do {
      return try files.open(path, .lock)
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
      try files.createDirectories(layout.locks)
      return try files.open(path, .lock)
    }
  }

  /// A reference type, so that copies of the lock share one gate.
  private final class Gate: Sendable {
    let lock = NSLock()
  }
}

/// Waits that double, from a fifth of a millisecond up to ten. The kernel can wake a waiter for a
/// file lock, but not at a deadline.
private struct Backoff {
  private var interval: TimeInterval = 0.0002

  mutating func next() {
    Thread.sleep(forTimeInterval: interval)
    interval = min(interval * 2, 0.01)
  }
}
