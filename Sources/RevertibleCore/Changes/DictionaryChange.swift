extension Dictionary: Revertible where Value: Revertible {

  public func _valueChange(to previous: [Key: Value]) -> ValueChange<[Key: Value]>? {
    typealias Change = DictionaryChange<Key, Value>
    var entries: [Change.Entry] = []
    for (key, value) in self {
      if let earlier = previous[key] {
        if let change = value._valueChange(to: earlier) {
          entries.append(Change.Entry(key: key, action: .edit(change.node)))
        }
      } else {
        entries.append(Change.Entry(key: key, action: .remove))
      }
    }
    for (key, value) in previous where self[key] == nil {
      entries.append(Change.Entry(key: key, action: .insert(value)))
    }
    return entries.isEmpty ? nil : ValueChange(Change(entries))
  }

  public var _versionedSize: Int {
    let entry = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    return values.reduce(
      MemoryLayout<Self>.size + (isEmpty ? 0 : 2 * objectHeaderSize + capacity * entry)
    ) {
      $0 + $1._versionedSize - MemoryLayout<Value>.size
    }
  }
}

/// Changes single entries of a dictionary.
final class DictionaryChange<Key: Hashable, Value: Revertible>: ChangeNode {
  private let entries: [Entry]

  struct Entry {
    let key: Key
    let action: Action
  }

  enum Action {
    case insert(Value)
    case remove
    case edit(any ChangeNode<Value>)
  }

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  func apply(to dictionary: inout [Key: Value]) -> any ChangeNode<[Key: Value]> {
    DictionaryChange(entries.map { $0.apply(to: &dictionary) })
  }

  func fits(_ dictionary: [Key: Value]) -> Bool {
    entries.allSatisfy { entry in
      switch (entry.action, dictionary[entry.key]) {
      case (.insert, nil), (.remove, _?): true
      case (.edit(let change), let value?): change.fits(value)
      case (.insert, _?), (.remove, nil), (.edit, nil): false
      }
    }
  }

  var cost: Int {
    entries.reduce(3 * objectHeaderSize) { sum, entry in
      let payload =
        switch entry.action {
        case .insert(let value): value._versionedSize
        case .remove: 0
        case .edit(let change): change.cost
        }
      return sum + MemoryLayout<Entry>.stride + payload
    }
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    var (inserted, removed) = (0, 0)
    for entry in entries {
      switch entry.action {
      case .insert: inserted += 1
      case .remove: removed += 1
      case .edit(let change): summary.descend("[\(entry.key)]") { change.describe(into: &$0) }
      }
    }
    summary.add(ChangeSummary.Effect.inserted, count: inserted)
    summary.add(ChangeSummary.Effect.removed, count: removed)
  }
}

extension DictionaryChange.Entry {

  /// Changes the dictionary and returns the entry that undoes it.
  fileprivate func apply(to dictionary: inout [Key: Value]) -> Self {
    switch action {
    case .insert(let value):
      dictionary[key] = value
      return Self(key: key, action: .remove)
    case .remove:
      guard let value = dictionary.removeValue(forKey: key) else { return self }
      return Self(key: key, action: .insert(value))
    case .edit(let change):
      guard let index = dictionary.index(forKey: key) else { return self }
      return Self(key: key, action: .edit(change.apply(to: &dictionary.values[index])))
    }
  }
}
