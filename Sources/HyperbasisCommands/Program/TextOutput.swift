import Foundation
import SystemPackage

/// Where a command writes its text.
protocol TextOutput: AnyObject {
  func write(_ text: String) throws
  /// Writes bytes that need not be text.
  func write(bytes: [UInt8]) throws
  /// Writes everything that is still buffered.
  func flush() throws
}

extension TextOutput {
  func writeLine(_ text: String = "") throws {
    try write(text + "\n")
  }
}

/// The reader of the output has gone away, as in `hyperbasis log | head`.
struct OutputClosed: Error {}

/// A file descriptor, written in blocks.
final class DescriptorOutput: TextOutput {
  private let descriptor: FileDescriptor
  private let blockSize: Int
  private var buffer: [UInt8] = []

  /// - Parameter blockSize: the most bytes that are buffered; 0 writes each text at once.
  init(_ descriptor: FileDescriptor, blockSize: Int = 1 << 16) {
    self.descriptor = descriptor
    self.blockSize = blockSize
  }

  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > blockSize { try flush() }
  }

  func write(bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count > blockSize { try flush() }
  }

  func flush() throws {
    guard !buffer.isEmpty else { return }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    do {
      _ = try descriptor.writeAll(bytes)
    } catch Errno.brokenPipe {
      throw OutputClosed()
    } catch let error as Errno {
      throw CommandFailure(
        ExitStatus.cannotWrite, "the output cannot be written (\(error)); check where it goes")
    }
  }
}
