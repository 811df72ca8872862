/// The columns of a row, in the order in which an index on disk holds them.
enum Column: Int, CaseIterable {
  case instants
  case ids
  case slots
  case versions
  case folded
  case places
  case actors
  case operations
  case rotationDigests
  case metadataDigests
  case metadataShapes
}

extension Column {
  /// Bytes of an element.
  var stride: Int {
    switch self {
    case .instants: MemoryLayout<Int64>.stride
    case .ids: MemoryLayout<UUIDBits>.stride
    case .slots, .versions, .actors, .operations: MemoryLayout<Int32>.stride
    case .folded: MemoryLayout<FoldedRow>.stride
    case .places: MemoryLayout<EventPlace>.stride
    case .rotationDigests, .metadataDigests: MemoryLayout<UInt64>.stride
    case .metadataShapes: MemoryLayout<UInt32>.stride
    }
  }
}

extension ColumnStorage {
  /// Returns the bytes of the first elements of a column.
  func bytes(_ column: Column, count: Int) -> UnsafeRawBufferPointer {
    precondition(count <= capacity)
    return UnsafeRawBufferPointer(start: rows(column, 0..<count), count: count * column.stride)
  }

  private func rows(_ column: Column, _ range: Range<Int>) -> UnsafeRawPointer {
    switch column {
    case .instants: UnsafeRawPointer(instants.rows(range))
    case .ids: UnsafeRawPointer(ids.rows(range))
    case .slots: UnsafeRawPointer(slots.rows(range))
    case .versions: UnsafeRawPointer(versions.rows(range))
    case .folded: UnsafeRawPointer(folded.rows(range))
    case .places: UnsafeRawPointer(places.rows(range))
    case .actors: UnsafeRawPointer(actors.rows(range))
    case .operations: UnsafeRawPointer(operations.rows(range))
    case .rotationDigests: UnsafeRawPointer(rotationDigests.rows(range))
    case .metadataDigests: UnsafeRawPointer(metadataDigests.rows(range))
    case .metadataShapes: UnsafeRawPointer(metadataShapes.rows(range))
    }
  }
}
