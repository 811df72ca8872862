/// How many more lines a plan has room for before nobody can follow one of them.
struct LineRoom {
  /// Lines may pass through so many cells for each cell of the plot: of a crowd fewer, since its
  /// anchors are to be seen as well.
  private static let share = (few: 4.0, crowd: 0.5)

  private let projection: MapProjection
  private var cells: Double

  init(on projection: MapProjection, isCrowd: Bool) {
    self.projection = projection
    let share = isCrowd ? Self.share.crowd : Self.share.few
    cells = share * Double(projection.columns * projection.rows)
  }

  /// Whether there is room for one more line through some points; the first always has room.
  mutating func takes(_ points: [MapPoint]) -> Bool {
    guard cells > 0 else { return false }
    for (from, to) in zip(points, points.dropFirst()) { cells -= length(from, to) }
    return true
  }

  /// How many cells a line passes through at most; none where it is off the plot.
  private func length(_ from: MapPoint, _ to: MapPoint) -> Double {
    let (start, end) = (projection.location(of: from), projection.location(of: to))
    let across = Self.overlap(start.column, end.column, projection.columns)
    let down = Self.overlap(start.row, end.row, projection.rows)
    guard let across, let down else { return 0 }
    return max(across, down, 1)
  }

  /// How much of an extent lies on the plot; nil where nothing does.
  private static func overlap(_ first: Double, _ second: Double, _ count: Int) -> Double? {
    let low = max(min(first, second), 0)
    let high = min(max(first, second), Double(count))
    return low <= high ? high - low : nil
  }
}
