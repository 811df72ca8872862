/// Collects what a writer makes and passes it on in blocks, so that a long history is never in memory
/// as a whole.
package final class ByteSink {
  private var buffer: [UInt8] = []
  private let write: ([UInt8]) throws -> Void

  private static let blockSize = 1 << 16

  package init(_ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
  }

  package func append(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.blockSize { try flush() }
  }

  package func append(_ text: String) throws { try append(text.utf8) }

  /// Passes on what is still held back.
  package func flush() throws {
    guard !buffer.isEmpty else { return }
    let block = buffer
    buffer.removeAll(keepingCapacity: true)
    try write(block)
  }
}
