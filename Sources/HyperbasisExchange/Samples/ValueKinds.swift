import HyperbasisModels

/// Which keys of metadata have numbers here and text there.
struct ValueKinds {
  private var hasNumber: Set<String> = []
  private var hasText: Set<String> = []

  mutating func note(_ metadata: [String: AnyCodableValue]) {
    for (key, value) in metadata {
      switch value {
      case .int, .double: if !hasNumber.contains(key) { hasNumber.insert(key) }
      case .string: if !hasText.contains(key) { hasText.insert(key) }
      default: break
      }
    }
  }

  var mixedKeys: [String] { hasNumber.intersection(hasText).sorted() }
}
