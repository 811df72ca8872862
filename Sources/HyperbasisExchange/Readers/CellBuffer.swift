/// A buffer for the cells of one row, reused for every row.
final class CellBuffer {
  private var memory: UnsafeMutableBufferPointer<InputCell>
  private(set) var count = 0

  init() {
    memory = .allocate(capacity: 64)
  }

  deinit { memory.deallocate() }

  @inline(__always)
  func removeAll() { count = 0 }

  @inline(__always)
  func append(_ start: UnsafePointer<UInt8>, _ length: Int, _ kind: InputCell.Kind) {
    if count == memory.count { grow(to: count * 2) }
    memory.initializeElement(
      at: count, to: InputCell(UnsafeBufferPointer(start: start, count: length), kind))
    count += 1
  }

  /// Fills the buffer with this many absent cells.
  func fillAbsent(_ wanted: Int) {
    if memory.count < wanted { grow(to: wanted * 2) }
    for index in 0..<wanted { memory.initializeElement(at: index, to: .absent) }
    count = wanted
  }

  /// Sets a cell; one beyond the filled cells is preceded by absent ones.
  func set(_ index: Int, _ cell: InputCell) {
    if index >= memory.count { grow(to: (index + 1) * 2) }
    while count <= index {
      memory.initializeElement(at: count, to: .absent)
      count += 1
    }
    memory[index] = cell
  }

  @inline(__always)
  var filled: UnsafeBufferPointer<InputCell> {
    UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory)[..<count])
  }

  private func grow(to capacity: Int) {
    let larger = UnsafeMutableBufferPointer<InputCell>.allocate(capacity: capacity)
    for index in 0..<count { larger.initializeElement(at: index, to: memory[index]) }
    memory.deallocate()
    memory = larger
  }
}
