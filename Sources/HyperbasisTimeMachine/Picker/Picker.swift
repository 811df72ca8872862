package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory

/// The list of spaces.
package struct Picker: Sendable {
  /// Nil while they are not loaded yet.
  package var spaces: [SpaceSummary]?
  package var row = 0
  package var scroll = 0
  /// The space that is being opened.
  package var opening: UUID?
  /// The DATE to open the next space at.
  package var openingDate: DateExpression?
  /// What was typed before the store responded.
  package var typedAhead: [Key] = []

  var count: Int { spaces?.count ?? 0 }

  package var selected: SpaceSummary? {
    guard let spaces, spaces.indices.contains(row) else { return nil }
    return spaces[row]
  }
}
