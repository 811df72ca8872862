import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisHistory

/// How far the space was from where it had been, in each column of a picture, over all time.
struct CurveColumns: Sendable {
  struct Key: Hashable, Sendable {
    let eventCount: Int
    let width: Int
  }

  /// From the least to the greatest offset in the time of a column, in metres, and the last one.
  struct Column: Equatable, Sendable {
    var range: ClosedRange<Double>
    var last: Double
  }

  let columns: [Column]
  private let start: HBInstant
  private let end: HBInstant

  /// The greatest offset of all, in metres.
  var peak: Double { columns.map(\.range.upperBound).max() ?? 0 }

  /// - Complexity: O(points of the curve + width).
  init(_ curve: DriftCurve, from start: HBInstant, to end: HBInstant, width: Int) {
    self.start = start
    self.end = end
    var columns: [Column] = []
    var (last, next) = (0.0, 0)
    for column in 0..<max(0, width) {
      var range = last...last
      while next < curve.points.count,
        Self.column(of: curve.points[next].at, start, end, width) <= column
      {
        let offset = curve.points[next].offset
        last = (offset * offset).sum().squareRoot()
        range = min(range.lowerBound, last)...max(range.upperBound, last)
        next += 1
      }
      columns.append(Column(range: range, last: last))
    }
    self.columns = columns
  }

  /// The column of an instant.
  func column(of instant: HBInstant) -> Int {
    Self.column(of: instant, start, end, columns.count)
  }

  private static func column(
    of instant: HBInstant, _ start: HBInstant, _ end: HBInstant, _ width: Int
  ) -> Int {
    let length = Double(end.microseconds) - Double(start.microseconds)
    guard length > 0 else { return 0 }
    let part = (Double(instant.microseconds) - Double(start.microseconds)) / length
    return min(max(Int(part * Double(width)), 0), max(0, width - 1))
  }
}

extension SpaceView {
  /// The curve in a number of columns; nil while it is not known, and where there is none.
  func curveColumns(width: Int) -> CurveColumns? {
    guard let known = data.driftCurve, let curve = known.curve, let start = index.start,
      let end = index.end
    else { return nil }
    let key = CurveColumns.Key(eventCount: known.eventCount, width: width)
    return data.memo.curveColumns.value(for: key) {
      CurveColumns(curve, from: start, to: end, width: width)
    }
  }
}
