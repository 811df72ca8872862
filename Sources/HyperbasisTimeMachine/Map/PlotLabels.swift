/// Finds free spots for the names of a printed plan: no name covers a point or another name.
struct PlotLabels {
  /// A rectangle in pixels, y downwards.
  struct Box {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
      (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// Creates a square about a point.
    init(around point: SIMD2<Double>, _ reach: Double) {
      self.init(
        minX: point.x - reach, minY: point.y - reach, maxX: point.x + reach, maxY: point.y + reach)
    }

    func overlaps(_ other: Box) -> Bool {
      minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
  }

  private struct Bucket: Hashable {
    let column: Int
    let row: Int
  }

  private let width: Double
  private let height: Double
  private var boxes: [Bucket: [Box]] = [:]

  /// - Parameters:
  ///   - width: The width of the plan in pixels; no name extends beyond it.
  ///   - height: The height of the plan in pixels.
  init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// The side of a bucket in pixels: about the length of a name.
  private static let bucketSize = 48.0
  /// The width of a character cell at 12 pixels, in the wider of the usual fonts.
  private static let characterWidth = 7.4

  static func width(ofCells cells: Int) -> Double { Double(cells) * characterWidth }
}

extension PlotLabels {
  /// Keeps names off a part of the plan.
  mutating func block(_ box: Box) {
    for bucket in Self.buckets(of: box) { boxes[bucket, default: []].append(box) }
  }

  /// Returns whether even the shortest name finds no spot; checked first, since reading a name costs more.
  func isCrowded(at point: SIMD2<Double>) -> Bool {
    spot(cells: 1, at: point) == nil
  }

  /// Reserves a spot and returns where the text of a name starts, on its baseline: beside its point,
  /// else above or below; nil if all of these are taken.
  mutating func place(cells: Int, at point: SIMD2<Double>) -> SIMD2<Double>? {
    guard let spot = spot(cells: cells, at: point) else { return nil }
    block(Self.box(spot, cells: cells))
    return spot
  }

  /// The same for a text that belongs over the middle of a line.
  mutating func centre(cells: Int, at point: SIMD2<Double>) -> SIMD2<Double>? {
    let spot = SIMD2(point.x - Self.width(ofCells: cells) / 2, point.y - 4)
    let box = Self.box(spot, cells: cells)
    guard isFree(box) else { return nil }
    block(box)
    return spot
  }

  private func spot(cells: Int, at point: SIMD2<Double>) -> SIMD2<Double>? {
    let width = Self.width(ofCells: cells)
    let (left, middle) = (-8 - width, -width / 2)
    let offsets: [(Double, Double)] = [
      (8, 4), (left, 4), (middle, -10), (middle, 18), (7, -6), (7, 15), (left, -6), (left, 15),
    ]
    return offsets.lazy.map { point + SIMD2($0.0, $0.1) }
      .first { isFree(Self.box($0, cells: cells)) }
  }

  private func isFree(_ box: Box) -> Bool {
    guard box.minX >= 0, box.minY >= 0, box.maxX <= width, box.maxY <= height else { return false }
    return !Self.buckets(of: box).contains { bucket in
      boxes[bucket]?.contains { $0.overlaps(box) } ?? false
    }
  }

  /// Returns the box that a text covers, from the start of its baseline.
  private static func box(_ start: SIMD2<Double>, cells: Int) -> Box {
    Box(
      minX: start.x - 1, minY: start.y - 11, maxX: start.x + width(ofCells: cells) + 1,
      maxY: start.y + 4)
  }

  private static func buckets(of box: Box) -> [Bucket] {
    let columns = number(box.minX)...number(box.maxX)
    let rows = number(box.minY)...number(box.maxY)
    return columns.flatMap { column in rows.map { Bucket(column: column, row: $0) } }
  }

  private static func number(_ pixel: Double) -> Int { Int((pixel / bucketSize).rounded(.down)) }
}
