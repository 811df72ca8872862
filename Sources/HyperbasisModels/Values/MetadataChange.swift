/// A top-level key of metadata that one state has otherwise than another, earlier one.
///
/// Keys are compared by their Unicode scalars, as texts are: of a composed and a decomposed é one goes
/// and one comes, although a Swift dictionary takes them for the same key.
package struct MetadataChange: Equatable, Sendable {
  package let key: String
  /// Nil for no such key.
  package let old: AnyCodableValue?
  /// Nil for no such key.
  package let new: AnyCodableValue?
}

extension [String: AnyCodableValue] {
  /// What is different from earlier metadata, in the order of the keys' bytes.
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

  /// The value of a key of just these scalars.
  package func value(spelled key: String) -> AnyCodableValue? {
    guard let index = index(forKey: key), self[index].key.hasSameScalars(as: key) else {
      return nil
    }
    return self[index].value
  }

  /// Sets or removes the value of a key of just these scalars, which takes the place of one that is
  /// spelled otherwise.
  package mutating func set(_ value: AnyCodableValue?, spelled key: String) {
    guard let value else {
      if self.value(spelled: key) != nil { self[key] = nil }
      return
    }
    // A dictionary keeps the spelling that it has.
    if self.value(spelled: key) == nil { self[key] = nil }
    self[key] = value
  }
}
