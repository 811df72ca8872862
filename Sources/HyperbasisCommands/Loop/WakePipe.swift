import Foundation
import Synchronization
import SystemPackage

/// Wakes a loop that sleeps until a descriptor is readable, from any thread.
final class WakePipe: Sendable {
  private let readEnd: FileDescriptor
  private let writeEnd: FileDescriptor
  /// Whether the loop has been woken and has not read the pipe yet: one byte is enough.
  private let isRaised = Mutex(false)

  init() throws {
    (readEnd, writeEnd) = try FileDescriptor.pipe()
    for end in [readEnd, writeEnd] {
      _ = fcntl(end.rawValue, F_SETFL, fcntl(end.rawValue, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    // A pipe holds nothing that could be lost.
    try? readEnd.close()
    try? writeEnd.close()
  }

  /// Becomes readable when the loop should wake up.
  var descriptor: Int32 { readEnd.rawValue }

  func raise() {
    isRaised.withLock { isRaised in
      guard !isRaised else { return }
      // A full pipe wakes as well.
      isRaised = (try? writeEnd.writeAll([1])) != nil
    }
  }

  func lower() {
    isRaised.withLock { isRaised in
      var bytes = [UInt8](repeating: 0, count: 16)
      // It does not block: an error means that it was empty.
      _ = try? bytes.withUnsafeMutableBytes { try readEnd.read(into: $0) }
      isRaised = false
    }
  }
}
