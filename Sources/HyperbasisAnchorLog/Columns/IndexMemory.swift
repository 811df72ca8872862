/// One block of memory that an index lies in, freed with its last reference.
///
/// Why `@unchecked Sendable` holds: the address and the size never change, and ``ColumnStorage``
/// settles who may write where; everything else in it is only read.
package final class IndexMemory: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer
  private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  /// - Parameter release: frees the memory.
  package init(
    _ bytes: UnsafeMutableRawBufferPointer,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  /// Allocates memory that is all zero.
  package convenience init(byteCount: Int) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    self.init(bytes) { $0.deallocate() }
  }

  deinit {
    release(bytes)
  }
}

extension IndexMemory {
  /// Returns whether an address lies within it.
  func holds(_ address: UnsafeRawPointer) -> Bool {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return false }
    return address >= base && address < base + bytes.count
  }

  /// Returns a pointer to elements within it.
  ///
  /// - Precondition: they lie within it, and their offset fits their alignment.
  func elements<Element>(at offset: Int, count: Int) -> UnsafeMutablePointer<Element> {
    precondition(
      offset >= 0 && count >= 0 && offset <= bytes.count
        && count <= (bytes.count - offset) / MemoryLayout<Element>.stride
        && offset % MemoryLayout<Element>.alignment == 0,
      "The elements have to lie within the memory.")
    guard let base = bytes.baseAddress else { preconditionFailure("The memory is empty.") }
    return (base + offset).bindMemory(to: Element.self, capacity: count)
  }
}
