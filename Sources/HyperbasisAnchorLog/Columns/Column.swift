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
  /// The bytes of the first elements of a column.
  func bytes(_ column: Column, count: Int) -> UnsafeRawBufferPointer {
    precondition(count <= capacity)
    return UnsafeRawBufferPointer(start: base(column), count: count * column.stride)
  }

  private func base(_ column: Column) -> UnsafeRawPointer {
    switch column {
    case .instants: UnsafeRawPointer(instants)
    case .ids: UnsafeRawPointer(ids)
    case .slots: UnsafeRawPointer(slots)
    case .versions: UnsafeRawPointer(versions)
    case .folded: UnsafeRawPointer(folded)
    case .places: UnsafeRawPointer(places)
    case .actors: UnsafeRawPointer(actors)
    case .operations: UnsafeRawPointer(operations)
    case .rotationDigests: UnsafeRawPointer(rotationDigests)
    case .metadataDigests: UnsafeRawPointer(metadataDigests)
    case .metadataShapes: UnsafeRawPointer(metadataShapes)
    }
  }
}
