/// Estimates how many bytes values of a type take, inline and on the heap. How to measure the type is
/// determined once for many values.
struct EstimatedSize<Value> {
  /// Returns about how many bytes a value holds on the heap.
  let onHeap: (Value) -> Int

  init() {
    if let type = Value.self as? any Revertible.Type {
      onHeap = Self.measure(as: type)
    } else if let type = Value.self as? any StorageHolding.Type {
      onHeap = Self.measure(as: type)
    } else {
      onHeap = { _ in 0 }
    }
  }

  func of(_ value: Value) -> Int { MemoryLayout<Value>.size + onHeap(value) }

  // Both names stand for the same type, so the values need no dynamic cast.
  private static func measure<Known: Revertible>(as type: Known.Type) -> (Value) -> Int {
    precondition(Known.self == Value.self)
    return { value in
      max(0, unsafeBitCast(value, to: Known.self)._versionedSize - MemoryLayout<Known>.size)
    }
  }

  private static func measure<Known: StorageHolding>(as type: Known.Type) -> (Value) -> Int {
    precondition(Known.self == Value.self)
    return { value in unsafeBitCast(value, to: Known.self).storageSize }
  }
}

/// A container that holds values of any type on the heap.
private protocol StorageHolding {
  /// About how many bytes it holds there.
  var storageSize: Int { get }
}

extension Array: StorageHolding {
  var storageSize: Int { collectionStorageSize(self, capacity: capacity, EstimatedSize().onHeap) }
}

extension Set: StorageHolding {
  var storageSize: Int { collectionStorageSize(self, capacity: capacity, EstimatedSize().onHeap) }
}

extension Dictionary: StorageHolding {
  var storageSize: Int {
    let (keys, values) = (EstimatedSize<Key>(), EstimatedSize<Value>())
    return collectionStorageSize(self, capacity: capacity) {
      keys.onHeap($0.key) + values.onHeap($0.value)
    }
  }
}

extension Optional: StorageHolding {
  var storageSize: Int { map { EstimatedSize<Wrapped>().onHeap($0) } ?? 0 }
}

private func collectionStorageSize<Elements: Collection>(
  _ elements: Elements, capacity: Int, _ onHeap: (Elements.Element) -> Int
) -> Int {
  if elements.isEmpty { return 0 }
  return elements.reduce(2 * objectHeaderSize + capacity * MemoryLayout<Elements.Element>.stride) {
    $0 + onHeap($1)
  }
}
