package import Hyperbasis

/// The list of spaces.
package struct Picker: Sendable {
  /// Nil while they are not loaded yet.
  package var spaces: [SpaceSummary]?
  package var row = 0
  package var scroll = 0

  package init() {}

  package var selected: SpaceSummary? {
    guard let spaces, spaces.indices.contains(row) else { return nil }
    return spaces[row]
  }
}
