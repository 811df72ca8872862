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

  package init() {}

  package var selected: SpaceSummary? {
    guard let spaces, spaces.indices.contains(row) else { return nil }
    return spaces[row]
  }

  /// The number of the last space; -1 where there is none.
  private var last: Int { (spaces?.count ?? 0) - 1 }

  /// Moves to a row, as near as there is one.
  mutating func move(to row: Int) { self.row = max(0, min(row, last)) }

  mutating func moveToLast() { move(to: last) }

  /// Takes a new list; the space that was selected stays selected where it is still there.
  mutating func show(_ spaces: [SpaceSummary]) {
    let id = selected?.id
    self.spaces = spaces
    move(to: spaces.firstIndex { $0.id == id } ?? row)
  }
}
