import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisHistory

/// The distance of the space from its original position in each column of a picture, over all time.
struct CurveColumns: Sendable {
  struct Key: Hashable, Sendable {
    let eventCount: Int
    let width: Int
  }

  /// The range of offsets during a column, in metres, and the last one; nil if the anchors have moved
  /// apart, so that there is no telling.
  struct Column: Equatable, Sendable {
    var range: ClosedRange<Double>?
    var last: Double?
  }

  let columns: [Column]
  private let start: HBInstant
  private let end: HBInstant

  /// The greatest offset overall, in metres.
  var peak: Double { columns.compactMap(\.range?.upperBound).max() ?? 0 }

  /// - Complexity: O(points of the curve + width).
  init(_ curve: DriftCurve, from start: HBInstant, to end: HBInstant, width: Int) {
    self.start = start
    self.end = end
    var columns: [Column] = []
    var column = Column(last: 0)
    var next = 0
    for number in 0..<max(0, width) {
      column.range = column.last.map { $0...$0 }
      while next < curve.points.count,
        Self.column(of: curve.points[next].at, start, end, width) <= number
      {
        column.take(curve.points[next])
        next += 1
      }
      columns.append(column)
    }
    self.columns = columns
  }

  /// Returns the column of an instant.
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

extension CurveColumns.Column {
  fileprivate mutating func take(_ point: DriftCurve.Point) {
    last = point.isLost ? nil : (point.offset * point.offset).sum().squareRoot()
    guard let last else { return }
    range = min(range?.lowerBound ?? last, last)...max(range?.upperBound ?? last, last)
  }
}

extension SpaceView {
  /// Returns the curve in a number of columns; nil while it is unknown, and if there is none.
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
