import Foundation

/// Turns the cells of a row into a pose in the store's axes.
struct PoseDecoder {
  enum Result: Equatable {
    case pose
    /// Nothing was tracked.
    case notSeen
    /// The reader's problem says why.
    case bad
  }

  private var mapping: RowMapping
  private let convention: AxisConvention
  private let world: RotationMatrix
  /// What a body without a turn is in the store's axes.
  private let level: RotationMatrix
  private let isFlat: Bool
  private let order: MatrixOrder?
  private var numbers = [Double](repeating: 0, count: 16)
  var reader: CellReader
  /// The last pose.
  private(set) var pose = Pose()

  private(set) var projection: GeoProjection?
  /// What is taken off positions, in the source's axes, metres.
  private(set) var metricOrigin: SIMD3<Double>?
  private let givenOrigin: [Double]?
  private let mayBeFarAway: Bool
  private var hasFirst = false

  // The usual cases, where no array has to be asked: −1 for others.
  private var x = -1
  private var y = -1
  private var z = -1
  private var hasTurn = false
  private var metres = 1.0

  // What the whole input shows.
  private(set) var hasMatrixByRows = false
  private(set) var hasMatrixByColumns = false
  private(set) var matrices = 0
  private(set) var greatestAngle = 0.0
  private(set) var hasAngleFraction = false
  private(set) var roughQuaternions = 0
  private(set) var nearest = Double.infinity
  private(set) var least = SIMD3<Double>(repeating: .infinity)
  private(set) var greatest = SIMD3<Double>(repeating: -.infinity)

  init(
    _ mapping: RowMapping, _ options: ImportOptions, _ knowledge: InputKnowledge,
    reader: CellReader
  ) throws {
    self.mapping = mapping
    self.reader = reader
    isFlat = if case .lengths(let columns) = mapping.place { columns.count == 2 } else { false }
    let code = options.axes ?? (isFlat ? "enu" : "arkit")
    do {
      convention = try AxisConvention.named(code).0
    } catch {
      throw UnreadableInput("--axes \(code) names no axes.")
    }
    level = convention.rotation(.identity)
    world = convention.world.matrix
    order = options.matrixOrder ?? knowledge.matrixOrder
    givenOrigin = options.origin
    mayBeFarAway = options.origin == nil && knowledge.isFarAway != false
    if let origin = options.origin { try setOrigin(origin) }
  }

  private mutating func setOrigin(_ origin: [Double]) throws {
    guard origin.count == 2 || origin.count == 3 else {
      throw UnreadableInput("--origin takes two or three numbers.")
    }
    let third = origin.count == 3 ? origin[2] : 0
    if case .degrees = mapping.place {
      guard origin[0].magnitude <= 90, origin[1].magnitude <= 180 else {
        throw UnreadableInput("--origin takes a latitude, then a longitude, in degrees.")
      }
      projection = GeoProjection(latitude: origin[0], longitude: origin[1], altitude: third)
    } else {
      metricOrigin = SIMD3(origin[0], origin[1], third)
    }
  }

  /// Reads another input, whose columns may lie elsewhere.
  mutating func use(_ mapping: RowMapping) {
    self.mapping = mapping
    (x, y, z) = (-1, -1, -1)
    if case .lengths(let columns) = mapping.place {
      (x, y) = (columns[0], columns[1])
      z = columns.count > 2 ? columns[2] : -1
    }
    hasTurn = mapping.turn != .none
    metres = mapping.metres
  }

  /// What is taken off: latitude, longitude and altitude, or metres in the source's axes.
  var origin: [Double]? {
    if let projection {
      return [projection.latitude, projection.longitude, projection.altitude]
    }
    return metricOrigin.map { [$0.x, $0.y, $0.z] }
  }

  /// By how much lengths from west to east are off where it is most, 0 for none.
  var scaleError: Double? {
    guard let projection, least.x.isFinite else { return nil }
    let degree = Double.pi / 180
    let here = cos(projection.latitude * degree)
    return [least.x, greatest.x].map { (cos($0 * degree) / here - 1).magnitude }.max()
  }

  /// The order of the matrices that were read; nil where there are none of 16 numbers.
  var orderFound: MatrixOrder? {
    guard matrices > 0 else { return nil }
    if let order { return order }
    return hasMatrixByRows ? .rows : hasMatrixByColumns ? .columns : nil
  }

  /// Whether places are lengths.
  var isMetric: Bool { if case .degrees = mapping.place { false } else { true } }

  /// Whether angles could be either degrees or radians.
  var isAngleOpen: Bool {
    !mapping.isAngleKnown && hasAngleFraction && greatestAngle <= 2 * .pi
  }

  /// Whether what was taken off is a guess, and which: true for far away.
  var assumesFarAway: Bool { givenOrigin == nil && metricOrigin != nil }
}

// MARK: - Reading

extension PoseDecoder {
  @inline(__always)
  mutating func decode(_ row: InputRow) -> Result {
    var rotation = level
    if hasTurn {
      let result = turn(row, &rotation)
      guard result == .pose else { return result }
    }
    var position = SIMD3<Double>.zero
    let result = x >= 0 ? lengths(row, &position) : place(row, &position)
    guard result == .pose else { return result }
    pose = Pose(rotation, at: position)
    guard pose.isFinite else {
      reader.problem = CellReader.Problem(
        kind: .notFinite, column: nil, found: "a number is too large for the store")
      return .bad
    }
    return .pose
  }

  private mutating func place(_ row: InputRow, _ position: inout SIMD3<Double>) -> Result {
    switch mapping.place {
    case .lengths: return lengths(row, &position)
    case .degrees(let latitude, let longitude, let altitude):
      return degrees(row, latitude, longitude, altitude, &position)
    case .matrix:
      let moved = SIMD3(numbers[12], numbers[13], numbers[14]) * mapping.metres
      position = world * takenOff(moved)
      return .pose
    }
  }

  @inline(__always)
  private mutating func lengths(
    _ row: InputRow, _ position: inout SIMD3<Double>
  ) -> Result {
    let (east, up) = (row[x], row[y])
    let third = z >= 0 ? row[z] : .absent
    if east.isEmpty, up.isEmpty, third.isEmpty { return .notSeen }
    var p = SIMD3(reader.number(east, x), 0, 0)
    if p.x.isNaN { return nothingTracked(east, up, third) }
    p.y = reader.number(up, y)
    if p.y.isNaN { return .bad }
    if z >= 0 {
      p.z = reader.number(third, z)
      if p.z.isNaN { return .bad }
    }
    position = world * takenOff(p * metres)
    return .pose
  }

  /// Some trackers write not-a-number for all of a place that they have lost.
  private func nothingTracked(_ x: InputCell, _ y: InputCell, _ z: InputCell) -> Result {
    let isNothing =
      CellReader.isNaN(x) && CellReader.isNaN(y) && (z.kind == .absent || CellReader.isNaN(z))
    return isNothing ? .notSeen : .bad
  }

  /// Coordinates far from their origin lose millimetres and more in the store's floats.
  @inline(__always)
  private mutating func takenOff(_ p: SIMD3<Double>) -> SIMD3<Double> {
    if !hasFirst {
      hasFirst = true
      if mayBeFarAway, (p * p).sum().squareRoot() > Self.farAway {
        metricOrigin = (p / 1000).rounded(.toNearestOrAwayFromZero) * 1000
      }
    }
    nearest = min(nearest, (p * p).sum())
    least = pointwiseMin(least, p)
    greatest = pointwiseMax(greatest, p)
    if let metricOrigin { return p - metricOrigin }
    return p
  }

  /// Metres.
  private static let farAway = 100_000.0

  /// Whether all positions lie far from the origin, and near each other.
  var isFarAway: Bool {
    let distance = nearest.squareRoot()
    let spread = greatest - least
    return distance.isFinite && distance > Self.farAway
      && (spread * spread).sum().squareRoot() <= distance / 10
  }
}

// MARK: - Degrees

extension PoseDecoder {
  private mutating func degrees(
    _ row: InputRow, _ latitude: Int, _ longitude: Int, _ altitude: Int?,
    _ position: inout SIMD3<Double>
  ) -> Result {
    let (north, east) = (row[latitude], row[longitude])
    if north.isEmpty, east.isEmpty { return .notSeen }
    let phi = reader.number(north, latitude)
    if phi.isNaN { return nothingTracked(north, east, .absent) }
    let lambda = reader.number(east, longitude)
    if lambda.isNaN { return .bad }
    guard phi.magnitude <= 90, lambda.magnitude <= 360 else {
      let isSwapped = phi.magnitude <= 180 && lambda.magnitude <= 90
      let cell = phi.magnitude > 90 ? (north, latitude, "latitude") : (east, longitude, "longitude")
      reader.problem = CellReader.Problem(
        kind: .outOfRange, column: cell.1,
        found: "\(cell.0.text) is no \(cell.2)"
          + (isSwapped ? "; are latitude and longitude swapped?" : ""))
      return .bad
    }
    var height: Double?
    if let altitude, case let cell = row[altitude], !cell.isEmpty {
      let metres = reader.number(cell, altitude)
      if metres.isNaN { return .bad }
      height = metres
    }
    let projection = projection ?? firstProjection(phi, lambda)
    position = projection.position(latitude: phi, longitude: lambda, altitude: height)
    least = pointwiseMin(least, SIMD3(phi, lambda, 0))
    greatest = pointwiseMax(greatest, SIMD3(phi, lambda, 0))
    return .pose
  }

  /// About the first place, rounded, so that a file that grows keeps it.
  private mutating func firstProjection(_ phi: Double, _ lambda: Double) -> GeoProjection {
    let first = GeoProjection(
      latitude: (phi * 100).rounded() / 100, longitude: (lambda * 100).rounded() / 100)
    projection = first
    return first
  }
}

// MARK: - Turns

extension PoseDecoder {
  @inline(__always)
  private mutating func turn(_ row: InputRow, _ rotation: inout RotationMatrix) -> Result {
    switch mapping.turn {
    case .none: return .pose
    case .quaternion(let columns): return quaternion(row, columns, &rotation)
    case .angle(let column, let sign, let offset):
      return angle(row, column, sign, offset, &rotation)
    case .matrixColumns(let columns): return matrix(row, columns, &rotation)
    case .matrixCell(let column): return matrix(row[column], column, &rotation)
    }
  }

  private mutating func quaternion(
    _ row: InputRow, _ columns: [Int], _ rotation: inout RotationMatrix
  ) -> Result {
    var q = SIMD4<Double>.zero
    var isEmpty = true
    for index in 0..<4 {
      let cell = row[columns[index]]
      if cell.isEmpty { continue }
      isEmpty = false
      q[index] = reader.number(cell, columns[index])
      if q[index].isNaN { return CellReader.isNaN(cell) ? allNaN(row, columns) : .bad }
    }
    // Without a turn the body is level.
    if isEmpty { return .pose }
    let square = (q * q).sum()
    if square == 0 { return .notSeen }
    let error = (square.squareRoot() - 1).magnitude
    guard error <= 0.01 else {
      reader.problem = CellReader.Problem(
        kind: .notRotation, column: columns[0],
        found: "the quaternion's length is \(Self.text(square.squareRoot())), not 1")
      return .bad
    }
    if error > 0.001 { roughQuaternions += 1 }
    rotation = convention.rotation(Self.rotation(q, square))
    return .pose
  }

  private func allNaN(_ row: InputRow, _ columns: [Int]) -> Result {
    columns.allSatisfy { CellReader.isNaN(row[$0]) } ? .notSeen : .bad
  }

  /// The rotation of a quaternion x, y, z, w of any length.
  private static func rotation(_ q: SIMD4<Double>, _ square: Double) -> RotationMatrix {
    let s = 2 / square
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    return RotationMatrix(
      SIMD3(1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)),
      SIMD3(s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)),
      SIMD3(s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)))
  }

  private mutating func angle(
    _ row: InputRow, _ column: Int, _ sign: Double, _ offset: Double,
    _ rotation: inout RotationMatrix
  ) -> Result {
    let cell = row[column]
    if cell.isEmpty {
      rotation = .identity
      return .pose
    }
    let angle = reader.number(cell, column)
    if angle.isNaN { return .bad }
    greatestAngle = max(greatestAngle, angle.magnitude)
    if angle != angle.rounded() { hasAngleFraction = true }
    let degrees = mapping.angle == .radians ? angle * 180 / .pi : angle
    rotation = Self.rotation(yaw: sign * degrees + offset)
    return .pose
  }

  /// A turn about up, counter-clockwise, in degrees; exact for right angles.
  static func rotation(yaw: Double) -> RotationMatrix {
    let turn = yaw.remainder(dividingBy: 360)
    let quarters = (turn / 90).rounded()
    let rest = (turn - quarters * 90) * .pi / 180
    let (c, s) = (cos(rest), sin(rest))
    let (cosine, sine): (Double, Double) =
      switch Int(quarters) & 3 {
      case 0: (c, s)
      case 1: (-s, c)
      case 2: (-c, -s)
      default: (s, -c)
      }
    return RotationMatrix(SIMD3(cosine, 0, -sine), SIMD3(0, 1, 0), SIMD3(sine, 0, cosine))
  }

  static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded.description
  }
}

// MARK: - Matrices

extension PoseDecoder {
  private mutating func matrix(
    _ row: InputRow, _ columns: [Int], _ rotation: inout RotationMatrix
  ) -> Result {
    if columns.allSatisfy({ row[$0].isEmpty }) { return .notSeen }
    for (index, column) in columns.enumerated() {
      numbers[index] = reader.number(row[column], column)
      if numbers[index].isNaN { return .bad }
    }
    return matrix(columns.count, columns[0], .rows, &rotation)
  }

  /// A cell with all the numbers, in whatever brackets: Swift prints columns.
  private mutating func matrix(
    _ cell: InputCell, _ column: Int, _ rotation: inout RotationMatrix
  ) -> Result {
    if cell.isEmpty { return .notSeen }
    let count = MatrixText.numbers(in: cell.bytes, into: &numbers)
    guard count == 12 || count == 16 else {
      let found =
        count == nil
        ? "\"\(CellReader.short(cell.text))\" is no matrix" : "\(count ?? 0) numbers instead of 16"
      reader.problem = CellReader.Problem(kind: .notRotation, column: column, found: found)
      return .bad
    }
    let isSwift = MatrixText.isSwift(cell.bytes)
    return matrix(count ?? 16, column, isSwift ? .columns : .rows, &rotation)
  }

  private mutating func matrix(
    _ count: Int, _ column: Int, _ usual: MatrixOrder, _ rotation: inout RotationMatrix
  ) -> Result {
    matrices += 1
    if count == 12 {
      // By rows; those that are columns would be four of three.
      spread()
    } else {
      note(usual)
      if order ?? usual == .rows { transpose() }
    }
    guard numbers[3] == 0, numbers[7] == 0, numbers[11] == 0, numbers[15] == 1 else {
      return notRotation(column, "the matrix has no row 0 0 0 1")
    }
    let m = RotationMatrix(
      SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[4], numbers[5], numbers[6]),
      SIMD3(numbers[8], numbers[9], numbers[10]))
    let determinant = m.determinant
    if determinant == 0, m.x == .zero, m.y == .zero { return .notSeen }
    guard Self.isRotation(m, determinant) else {
      return notRotation(
        column, "the matrix is no rotation: its determinant is \(Self.text(determinant))")
    }
    rotation = convention.rotation(m)
    return .pose
  }

  private mutating func notRotation(_ column: Int, _ found: String) -> Result {
    reader.problem = CellReader.Problem(kind: .notRotation, column: column, found: found)
    return .bad
  }

  /// A rotation, or one with a uniform scale.
  private static func isRotation(_ m: RotationMatrix, _ determinant: Double) -> Bool {
    if (determinant - 1).magnitude <= 1e-3 { return true }
    guard determinant > 0, determinant.isFinite else { return false }
    let scale = cbrt(determinant)
    return [m.x, m.y, m.z].allSatisfy { column in
      ((column * column).sum().squareRoot() / scale - 1).magnitude <= 1e-3
    }
  }

  /// Takes note of where `0 0 0 1` stands, which tells rows from columns wherever something is moved.
  private mutating func note(_ usual: MatrixOrder) {
    let isByRows = numbers[12] == 0 && numbers[13] == 0 && numbers[14] == 0
    let isByColumns = numbers[3] == 0 && numbers[7] == 0 && numbers[11] == 0
    if isByRows, !isByColumns { hasMatrixByRows = true }
    if isByColumns, !isByRows { hasMatrixByColumns = true }
    // Swift's own text needs no telling.
    if usual == .columns, isByRows, isByColumns { hasMatrixByColumns = true }
  }

  private mutating func transpose() {
    for row in 0..<4 {
      for column in 0..<row { numbers.swapAt(row * 4 + column, column * 4 + row) }
    }
  }

  /// Three rows of four to four columns of four.
  private mutating func spread() {
    let n = numbers
    for column in 0..<4 {
      for row in 0..<3 { numbers[column * 4 + row] = n[row * 4 + column] }
      numbers[column * 4 + 3] = column == 3 ? 1 : 0
    }
  }

  /// The order that contradicts the one by which matrices were read so far, if any.
  var otherOrder: MatrixOrder? {
    guard order == nil else { return nil }
    return hasMatrixByColumns && !hasMatrixByRows ? .columns : nil
  }

  /// Whether nothing shows by what order the matrices are written.
  var isOrderOpen: Bool {
    guard order == nil, matrices > 0, !hasMatrixByRows, !hasMatrixByColumns else { return false }
    switch mapping.turn {
    case .matrixColumns(let columns): return columns.count == 16
    case .matrixCell: return true
    default: return false
    }
  }
}
