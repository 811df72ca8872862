// Equal values have equal ids, so the id alone is hashed: it takes no walk through metadata or maps.

extension HBSpace: Hashable {
  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension HBAnchor: Hashable {
  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension HBAnchorEvent: Hashable {
  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
