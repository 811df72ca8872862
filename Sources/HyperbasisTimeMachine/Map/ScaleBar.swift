import HyperbasisWording

/// A bar of a round length, and the pitch of the grid.
package struct ScaleBar: Equatable, Sendable {
  /// A length on the 1-2-5 ladder.
  package let metres: Double
  /// How many columns it takes, at least 3.
  package let columns: Int

  /// The longest bar that fits a number of columns; nil where not even three columns do.
  package init?(projection: MapProjection, atMost limit: Int) {
    guard limit >= 3,
      let metres = LengthLadder.floor(projection.metresPerColumn * Double(limit)),
      case let columns = (metres / projection.metresPerColumn).rounded(), columns >= 3
    else { return nil }
    self.metres = metres
    self.columns = Int(columns)
  }

  /// The length with its unit: `1 m`.
  package var text: String { LengthText.round(metres) }
}
