import HyperbasisAnchorLog
import Synchronization

/// Counts the bytes that were read.
final class ByteMeter: Sendable {
  private let total = Atomic<Int>(0)

  var count: Int { total.load(ordering: .relaxed) }

  func add(_ bytes: Int) {
    total.add(bytes, ordering: .relaxed)
  }
}

/// An input whose bytes are counted as they are read.
private struct MeteredSource: ByteSource {
  let source: any ByteSource
  let meter: ByteMeter

  func size() throws -> Int { try source.size() }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(at: offset, into: buffer)
    meter.add(count)
    return count
  }
}

extension ReaderRequest {
  func metered(_ meter: ByteMeter) -> ReaderRequest {
    var input = input
    input.source = MeteredSource(source: input.source, meter: meter)
    return ReaderRequest(input, number: number, options: options)
  }
}
