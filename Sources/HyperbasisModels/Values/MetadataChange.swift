/// A top-level metadata key whose value differs from an earlier state.
///
/// Keys are compared by their Unicode scalars, as strings are: replacing a composed é with a decomposed one
/// removes one key and adds another, although a Swift dictionary takes them for the same key.
package struct MetadataChange: Equatable, Sendable {
  package let key: String
  /// Nil if the key was not there.
  package let old: AnyCodableValue?
  /// Nil if the key is no longer there.
  package let new: AnyCodableValue?
}

extension [String: AnyCodableValue] {
  /// Returns the differences from earlier metadata, in the order of the keys' bytes.
  package func changes(from old: Self) -> [MetadataChange] {
    var changes: [MetadataChange] = []
    for (key, value) in self {
      let former = old.value(spelled: key)
      if former != value { changes.append(MetadataChange(key: key, old: former, new: value)) }
    }
    for (key, value) in old where self.value(spelled: key) == nil {
      changes.append(MetadataChange(key: key, old: value, new: nil))
    }
    return changes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Returns the value of the key with exactly these scalars.
  package func value(spelled key: String) -> AnyCodableValue? {
    guard let index = index(forKey: key), self[index].key.hasSameScalars(as: key) else {
      return nil
    }
    return self[index].value
  }

  /// Sets or removes the value of the key with exactly these scalars; setting it replaces an equal key that
  /// is spelled differently.
  package mutating func set(_ value: AnyCodableValue?, spelled key: String) {
    guard let value else {
      if self.value(spelled: key) != nil { self[key] = nil }
      return
    }
    // A dictionary would keep its existing spelling of the key.
    if self.value(spelled: key) == nil { self[key] = nil }
    self[key] = value
  }
}
