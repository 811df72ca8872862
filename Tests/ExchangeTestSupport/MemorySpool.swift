import HyperbasisAnchorLog
import HyperbasisExchange
import Synchronization

/// A temporary file in memory.
package final class MemorySpool: ImportSpool {
  private let content = Mutex<[UInt8]>([])

  package init() {}

  package func append(_ bytes: UnsafeRawBufferPointer) {
    content.withLock { $0.append(contentsOf: bytes) }
  }

  package func size() -> Int { content.withLock { $0.count } }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    content.withLock { content in
      guard offset < content.count else { return 0 }
      let count = min(buffer.count, content.count - offset)
      content.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
      }
      return count
    }
  }
}
