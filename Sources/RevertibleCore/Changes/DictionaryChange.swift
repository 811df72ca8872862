extension Dictionary: Revertible where Value: Revertible {

  public func _valueChange(to previous: [Key: Value]) -> ValueChange<[Key: Value]>? {
    if hasSameBytes(self, previous) { return nil }
    typealias Entry = DictionaryChange<Key, Value>.Entry
    let sameness = Sameness<Key>()
    var entries: [Entry] = []
    for (key, value) in self {
      guard let index = previous.index(forKey: key) else {
        guard key.isEqualToItself else { return replacement(by: previous) }
        entries.append(Entry(key: key, action: .remove))
        continue
      }
      let earlier = previous[index]
      let change = value._valueChange(to: earlier.value)?.node
      if !sameness.holds(key, earlier.key) {
        entries.append(Entry(key: key, action: .rename(earlier.key, change)))
      } else if let change {
        entries.append(Entry(key: key, action: .edit(change)))
      }
    }
    for (key, value) in previous where index(forKey: key) == nil {
      guard key.isEqualToItself else { return replacement(by: previous) }
      entries.append(Entry(key: key, action: .insert(value)))
    }
    return entries.isEmpty ? nil : ValueChange(DictionaryChange(entries))
  }

  /// Returns the change if some key is unequal to itself, so that its entry cannot be looked up.
  private func replacement(by previous: [Key: Value]) -> ValueChange<[Key: Value]>? {
    Self._isSame(self, previous)
      ? nil : ValueChange(Overwrite(self, by: previous))
  }

  public static func _isSame(_ current: [Key: Value], _ previous: [Key: Value]) -> Bool {
    guard current.count == previous.count else { return false }
    let sameness = Sameness<Key>()
    var missing: [Element] = []
    for (key, value) in current {
      guard let index = previous.index(forKey: key) else {
        missing.append((key, value))
        continue
      }
      let earlier = previous[index]
      guard sameness.holds(key, earlier.key), value.isSame(as: earlier.value) else { return false }
    }
    if missing.isEmpty { return true }
    var others = previous.filter { current.index(forKey: $0.key) == nil }.map { $0 }
    missing.cancel(
      with: &others, isLost: { !$0.key.isEqualToItself },
      isSame: { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) })
    return missing.isEmpty
  }

  public var _versionedSize: Int {
    MemoryLayout<Self>.size + storageSize
  }
}

/// Changes individual entries of a dictionary.
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
    /// Gives the entry another key, which is equal but not the same, and changes its value if needed.
    case rename(Key, (any ChangeNode<Value>)?)
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
      case (.rename(_, let change), let value?): change?.fits(value) ?? true
      case (.insert, _?), (.remove, nil), (.edit, nil), (.rename, nil): false
      }
    }
  }

  var runsCode: Bool {
    entries.contains { entry in
      switch entry.action {
      case .edit(let change), .rename(_, let change?): change.runsCode
      case .insert, .remove, .rename(_, nil): false
      }
    }
  }

  var cost: Int {
    let keySize = EstimatedSize<Key>()
    return entries.reduce(3 * objectHeaderSize) { sum, entry in
      let payload =
        switch entry.action {
        case .insert(let value): value._versionedSize
        case .remove: 0
        case .edit(let change): change.cost
        case .rename(let key, let change): keySize.onHeap(key) + (change?.cost ?? 0)
        }
      return sum + MemoryLayout<Entry>.stride + keySize.onHeap(entry.key) + payload
    }
  }

  func describe(into summary: inout ChangeSummary.Builder) {
    var (inserted, removed) = (0, 0)
    for entry in entries {
      switch entry.action {
      case .insert: inserted += 1
      case .remove: removed += 1
      case .edit(let change): summary.descend("[\(entry.key)]") { change.describe(into: &$0) }
      case .rename(let key, _): summary.descend("[\(key)]") { $0.add(.changed) }
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
    case .rename(let otherKey, let change):
      guard let index = dictionary.index(forKey: key) else { return self }
      var value = dictionary.remove(at: index).value
      let inverse = change?.apply(to: &value)
      dictionary[otherKey] = value
      return Self(key: otherKey, action: .rename(key, inverse))
    }
  }
}
