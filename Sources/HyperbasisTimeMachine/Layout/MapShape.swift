import HyperbasisCanvas

/// What the plan needs room for, which decides how the screen is divided.
package struct MapShape: Hashable, Sendable {
  /// How many columns of cells the space is wide for each row that it is high; nil if that is not known.
  package var columnsPerRow: Double?
  /// Whether A and B are side by side.
  package var isDouble = false

  package init(columnsPerRow: Double? = nil, isDouble: Bool = false) {
    self.columnsPerRow = columnsPerRow.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    self.isDouble = isDouble
  }
}

extension MapShape {
  /// Returns how many columns of an area the plan takes: enough for a space as high as the area, with
  /// labels beside it. A single plan never takes more than usual, two take what they need.
  func columns(of area: Region, usual: Int, least: Int, most: Int) -> Int {
    guard let columnsPerRow else { return isDouble ? most : usual }
    let rows = Double(max(1, area.rows - Self.frameRows))
    let single = min(rows * columnsPerRow, Double(area.columns)) + Double(Self.labelColumns)
    // Coarse, so that an anchor a little farther out does not move everything else.
    let wanted = Int(single / 4) * 4
    guard isDouble else { return max(least, min(usual, wanted)) }
    return max(usual, min(most, 2 * wanted))
  }

  /// Returns the regions of A and B: side by side, or one above the other if that shows more.
  ///
  /// They have the same size, so that what did not move is in the same place in both; a spare column or
  /// row stays free between them.
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
  /// The columns that labels beside the outermost anchors take.
  private static let labelColumns = 16
  /// With fewer rows, a plan shows little.
  private static let leastRows = 9
  /// How many times as much stacked plans must show, since side by side is what was asked for.
  private static let gain = 1.2
}
