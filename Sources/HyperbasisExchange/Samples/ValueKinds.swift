import HyperbasisModels

/// Finds the keys of metadata that have numbers in some places and text in others.
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
