import HyperbasisCanvas

/// What the plan has to have room for: it decides how the screen is shared.
package struct MapShape: Hashable, Sendable {
  /// How many columns of cells the space is wide for each row that it is high; nil where nothing is
  /// known of it.
  package var columnsPerRow: Double?
  /// Whether A and B are beside each other.
  package var isDouble = false

  package init(columnsPerRow: Double? = nil, isDouble: Bool = false) {
    self.columnsPerRow = columnsPerRow.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    self.isDouble = isDouble
  }
}

extension MapShape {
  /// How many columns of an area the plan takes: so many that a space as high as the area fits, with
  /// labels beside it. A single one never takes more than usual, two take what they need.
  func columns(of area: Region, usual: Int, least: Int, most: Int) -> Int {
    guard let columnsPerRow else { return isDouble ? most : usual }
    let rows = Double(max(1, area.rows - Self.frameRows))
    let single = min(rows * columnsPerRow, Double(area.columns)) + Double(Self.labelColumns)
    // Coarse, so that an anchor a little farther out does not move everything else.
    let wanted = Int(single / 4) * 4
    guard isDouble else { return max(least, min(usual, wanted)) }
    return max(usual, min(most, 2 * wanted))
  }

  /// The regions of A and B: beside each other, or one above the other where that shows more.
  ///
  /// They have one size, so that what did not move stands in the same place of both; a column or a row
  /// that is over stays free between them.
  func halves(of region: Region) -> (a: Region, b: Region) {
    if isStacked(in: region) {
      let (a, b) = region.split(top: region.rows / 2)
      return (a, b.inset(top: b.rows - a.rows))
    }
    let (a, b) = region.split(left: region.columns / 2)
    return (a, b.inset(left: b.columns - a.columns))
  }

  private func isStacked(in region: Region) -> Bool {
    guard let columnsPerRow, region.rows / 2 >= Self.leastRows else { return false }
    func scale(columns: Int, rows: Int) -> Double {
      min(Double(max(1, columns - 2)) / columnsPerRow, Double(max(1, rows - Self.frameRows)))
    }
    let beside = scale(columns: region.columns / 2, rows: region.rows)
    return scale(columns: region.columns, rows: region.rows / 2) > beside * Self.gain
  }

  /// The border, and the row of the scale bar.
  private static let frameRows = 3
  /// What labels beside the outermost anchors take.
  private static let labelColumns = 16
  /// With fewer rows a plan says little.
  private static let leastRows = 9
  /// By how much more stacked plans have to show, for side by side is what was asked for.
  private static let gain = 1.2
}
