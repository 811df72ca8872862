extension HBAnchorEvent {
  /// Returns the top-level metadata keys that an `updated` sets or removes, sorted; nil for any other
  /// event.
  ///
  /// - Parameter previous: the metadata in force before the event.
  package func keysChanged(from previous: [String: AnyCodableValue]) -> [String]? {
    guard type == .updated, let metadata else { return nil }
    return metadata.changes(from: previous).map(\.key)
  }
}

extension [HBAnchorEvent] {
  /// Returns consecutive events of one anchor, each with the keys that it changes.
  ///
  /// - Parameter previous: the metadata in force before the first of them.
  package func withKeysChanged(
    from previous: [String: AnyCodableValue]
  ) -> [(event: HBAnchorEvent, changed: [String]?)] {
    var metadata = previous
    return map { event in
      defer { metadata = event.metadata ?? metadata }
      return (event, event.keysChanged(from: metadata))
    }
  }
}
