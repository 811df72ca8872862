import HyperbasisAnchorLog

/// The whole path of one anchor at the resolution of a plan: a point wherever it enters another dot of
/// the screen.
///
/// A path of a hundred thousand places may be a few hundred dots. It is computed once per projection;
/// the path between two dates is a part of it, so that scrubbing does not walk the history again.
struct MapPath: Sendable {
  struct Key: Hashable, Sendable {
    let slot: Int
    let projection: MapProjection
  }

  /// The events that brought the anchor to the points, in ascending order.
  private(set) var ordinals: [Int32] = []
  private(set) var points: [MapPoint] = []
  /// The numbers of the points at which the anchor was there again after it had been deleted, ascending.
  private(set) var returns: [Int] = []
  /// Whether the anchor was deleted after the latest event.
  private var isInterrupted = false
  /// How many of the anchor's events the path includes.
  private(set) var eventCount = 0
  /// Where the latest point lies.
  private var latestCell: Cell?
  /// The latest place off the plot, from which a line onto it may start.
  private var pending: (ordinal: Int32, point: MapPoint)?

  init() {}
}

extension MapPath {
  /// The dots of a cell across and down, as many as in the finest charset.
  private static let dots = (across: 2.0, down: 4.0)

  /// A dot of the plot, or the side beyond which a place lies.
  private struct Cell: Equatable {
    var column: Int32
    var row: Int32
  }

  /// Adds the events that are not in it yet.
  ///
  /// - Complexity: O(new events of the anchor)
  mutating func extend(to index: EventIndex, _ key: Key) {
    let postings = index.ordinals(ofSlot: key.slot)
    for number in eventCount..<max(eventCount, postings.count) {
      let ordinal = postings[number]
      guard index.isVisible(ordinal) else {
        isInterrupted = true
        continue
      }
      let point = key.projection.point(of: index.position(ordinal))
      if point.isFinite { append(point, Int32(clamping: ordinal), key.projection) }
    }
    eventCount = postings.count
  }

  private mutating func append(_ point: MapPoint, _ ordinal: Int32, _ projection: MapProjection) {
    if isInterrupted { beginPiece() }
    let (cell, isShown) = Self.cell(of: point, projection)
    guard cell != latestCell else {
      if !isShown { pending = (ordinal, point) }
      return
    }
    if let pending { keep(pending.point, pending.ordinal) }
    pending = nil
    latestCell = cell
    keep(point, ordinal)
  }

  /// Leaves a gap before the next point.
  private mutating func beginPiece() {
    isInterrupted = false
    (latestCell, pending) = (nil, nil)
    if !points.isEmpty { returns.append(points.count) }
  }

  private mutating func keep(_ point: MapPoint, _ ordinal: Int32) {
    points.append(point)
    ordinals.append(ordinal)
  }

  private static func cell(
    of point: MapPoint, _ projection: MapProjection
  ) -> (cell: Cell, isShown: Bool) {
    let (column, row) = projection.location(of: point)
    let (columns, rows) = (Double(projection.columns), Double(projection.rows))
    let across: Int32? = column < 0 ? -1 : column >= columns ? -2 : nil
    let down: Int32? = row < 0 ? -1 : row >= rows ? -2 : nil
    // A line between two places beyond the same side is not visible.
    if let across { return (Cell(column: across, row: 0), false) }
    if let down { return (Cell(column: 0, row: down), false) }
    let cell = Cell(column: Int32(column * dots.across), row: Int32(row * dots.down))
    return (cell, true)
  }

  /// Returns the points between two states, oldest first, preceded by where the anchor was at the first
  /// of the two.
  ///
  /// - Parameter offsets: How many events of the log the two states fold.
  func points(_ offsets: Range<Int>) -> ArraySlice<MapPoint> {
    let first = max(0, count(below: offsets.lowerBound) - 1)
    return points[first..<max(first, count(below: offsets.upperBound))]
  }

  /// Returns the same as ``points(_:)``, cut where the anchor was not there.
  func pieces(_ offsets: Range<Int>) -> [ArraySlice<MapPoint>] {
    let points = points(offsets)
    guard !points.isEmpty else { return [] }
    let cuts = returns.filter { points.startIndex < $0 && $0 < points.endIndex }
    return zip([points.startIndex] + cuts, cuts + [points.endIndex]).map { points[$0..<$1] }
  }

  private func count(below ordinal: Int) -> Int {
    ordinals.partitioningIndex { Int($0) >= ordinal }
  }
}

extension SpaceData {
  /// Returns the path of an anchor on a plan; cached.
  func mapPath(_ key: MapPath.Key) -> MapPath {
    if let known = memo.mapPaths[key], known.eventCount == index.ordinals(ofSlot: key.slot).count {
      return known
    }
    var path = memo.mapPaths[key] ?? MapPath()
    path.extend(to: index, key)
    memo.mapPaths.remember(path, for: key)
    return path
  }
}
