import HyperbasisModels

/// How two sides that changed the same value agree.
enum FieldMerge {
  /// Merges one value in three ways: a value that one side alone has changed since both agreed is
  /// that side's; of two changes the later one counts, on a tie the cloud's, as everybody sees
  /// that one.
  ///
  /// - Parameter base: what both agreed on; nil where nothing is known.
  static func merged<Value>(
    base: Value?, local: Value, remote: Value, isLocalLater: Bool,
    isSame: (Value, Value) -> Bool
  ) -> Value {
    if isSame(local, remote) { return local }
    if let base {
      if isSame(base, local) { return remote }
      if isSame(base, remote) { return local }
    }
    return isLocalLater ? local : remote
  }

  static func merged<Value: Equatable>(
    base: Value?, local: Value, remote: Value, isLocalLater: Bool
  ) -> Value {
    merged(base: base, local: local, remote: remote, isLocalLater: isLocalLater, isSame: ==)
  }

  /// Merges metadata: key by key where it is known what both agreed on, else as a whole.
  static func mergedMetadata(
    base: [String: AnyCodableValue]?, local: [String: AnyCodableValue],
    remote: [String: AnyCodableValue], isLocalLater: Bool
  ) -> [String: AnyCodableValue] {
    guard let base else {
      if local.hasSameMembers(as: remote) { return local }
      return isLocalLater ? local : remote
    }
    var result: [String: AnyCodableValue] = [:]
    for key in Set(local.keys).union(remote.keys) {
      let value: AnyCodableValue? = merged(
        base: .some(base[key]), local: local[key], remote: remote[key],
        isLocalLater: isLocalLater)
      if let value { result[key] = value }
    }
    return result
  }
}
