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

  private(set) var mapping: RowMapping
  let convention: AxisConvention
  private let world: RotationMatrix
  /// The rotation of a body without a turn, in the store's axes.
  private let level: RotationMatrix
  private let isFlat: Bool
  let order: MatrixOrder?
  /// Whether a matrix may be any transform of the store.
  let takesAnyTransform: Bool
  var numbers = [Double](repeating: 0, count: 16)
  var reader: CellReader
  /// The last pose.
  private(set) var pose = Pose()
  /// Whether its place is in degrees, without a height.
  private(set) var lacksAltitude = false

  private(set) var projection: GeoProjection?
  /// What is subtracted from positions, in the source's axes, in metres.
  private(set) var metricOrigin: SIMD3<Double>?
  private let givenOrigin: [Double]?
  /// The code of the source's axes.
  private let axes: String
  /// From where earlier imports into the space measure, unless the options say from where this one does.
  private let earlierOrigin: ImportedOrigin?
  /// Whether that made a difference.
  private(set) var followsEarlierImports = false
  private let mayBeFarAway: Bool
  private var hasFirst = false

  // The columns of the usual cases, which save a look into an array; −1 in all others.
  private var x = -1
  private var y = -1
  private var z = -1
  private var hasTurn = false
  private var metres = 1.0

  // What the whole input shows.
  var hasMatrixByRows = false
  var hasMatrixByColumns = false
  var matrices = 0
  var greatestAngle = 0.0
  var hasAngleFraction = false
  var roughQuaternions = 0
  private(set) var hasAltitudes = false
  private(set) var nearest = Double.infinity
  private(set) var least = SIMD3<Double>(repeating: .infinity)
  private(set) var greatest = SIMD3<Double>(repeating: -.infinity)

  init(
    _ mapping: RowMapping, _ options: ImportOptions, _ knowledge: InputKnowledge,
    reader: CellReader, takesAnyTransform: Bool = false
  ) throws {
    self.mapping = mapping
    self.reader = reader
    let hasMatrix =
      switch mapping.turn {
      case .transformCell, .matrixColumns, .matrixCell: true
      default: false
      }
    self.takesAnyTransform = takesAnyTransform && hasMatrix
    isFlat = mapping.isFlat
    axes = options.axes ?? (isFlat ? "enu" : "arkit")
    do {
      convention = try AxisConvention.named(axes).0
    } catch {
      throw UnreadableInput("--axes \(axes) names no axes.")
    }
    level = convention.rotation(.identity)
    world = convention.world.matrix
    order = options.matrixOrder ?? knowledge.matrixOrder
    givenOrigin = options.origin
    earlierOrigin = options.origin == nil ? knowledge.origin : nil
    mayBeFarAway = options.origin == nil && knowledge.isFarAway != false
    if let origin = options.origin { try setOrigin(origin) }
  }

  private mutating func setOrigin(_ origin: [Double]) throws {
    guard origin.count == 2 || origin.count == 3 else {
      throw UnreadableInput("--origin takes two or three numbers.")
    }
    let third = origin.count == 3 ? origin[2] : 0
    if case .degrees = mapping.place {
      guard origin[0].magnitude <= 90, origin[1].magnitude <= 360 else {
        throw UnreadableInput("--origin takes a latitude, then a longitude, in degrees.")
      }
      projection = GeoProjection(
        latitude: origin[0], longitude: Self.wrapped(origin[1]), altitude: third)
    } else {
      metricOrigin = SIMD3(origin[0], origin[1], third)
    }
  }

  /// Reads another input from now on, whose columns may be in another order.
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

  /// From where places are measured; nil if they are taken as they are.
  var origin: ImportedOrigin? {
    projection.map { .place($0) } ?? metricOrigin.map { .offset($0, axes: axes) }
  }

  /// The greatest relative error of lengths from west to east; nil if places are not in degrees.
  var scaleError: Double? {
    guard let projection, least.x.isFinite else { return nil }
    let degree = Double.pi / 180
    let here = cos(projection.latitude * degree)
    return [least.x, greatest.x].map { (cos($0 * degree) / here - 1).magnitude }.max()
  }

  /// The order of the matrices that were read; nil if nothing shows it.
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

  /// Whether an origin that nothing gives was subtracted because positions seemed far away.
  var assumesFarAway: Bool {
    givenOrigin == nil && metricOrigin != nil && !followsEarlierImports
  }
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
    if takesAnyTransform { pose.setLastRow(numbers) }
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
    case .list(let column, let count): return list(row[column], column, count, &position)
    case .degrees(let latitude, let longitude, let altitude):
      return degrees(row, latitude, longitude, altitude, &position)
    case .matrix:
      guard order != .columns || agreesWithRepeatedPlace(row) else { return .bad }
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

  private mutating func list(
    _ cell: InputCell, _ column: Int, _ count: Int, _ position: inout SIMD3<Double>
  ) -> Result {
    if cell.isEmpty { return .notSeen }
    guard readList(cell, column, of: count) else { return .bad }
    let p = SIMD3(numbers[0], numbers[1], count == 3 ? numbers[2] : 0)
    position = world * takenOff(p * metres)
    return .pose
  }

  /// Some trackers write not-a-number in all cells of a place that they have lost.
  private func nothingTracked(_ x: InputCell, _ y: InputCell, _ z: InputCell) -> Result {
    let isNothing =
      CellReader.isNaN(x) && CellReader.isNaN(y) && (z.kind == .absent || CellReader.isNaN(z))
    return isNothing ? .notSeen : .bad
  }

  /// Subtracts the origin, as coordinates far from it lose millimetres and more in the store's floats.
  @inline(__always)
  private mutating func takenOff(_ p: SIMD3<Double>) -> SIMD3<Double> {
    if !hasFirst { chooseOrigin(first: p) }
    nearest = min(nearest, (p * p).sum())
    least = pointwiseMin(least, p)
    greatest = pointwiseMax(greatest, p)
    if let metricOrigin { return p - metricOrigin }
    return p
  }

  private mutating func chooseOrigin(first p: SIMD3<Double>) {
    hasFirst = true
    let distance = (p * p).sum()
    if let earlier = earlierOrigin?.offset(inAxes: axes),
      case let there = p - earlier, (there * there).sum() < distance
    {
      metricOrigin = earlier
      followsEarlierImports = true
    } else if mayBeFarAway, distance.squareRoot() > Self.farAway {
      metricOrigin = (p / 1000).rounded(.toNearestOrAwayFromZero) * 1000
    }
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
    var phi = reader.number(north, latitude)
    if phi.isNaN { return nothingTracked(north, east, .absent) }
    var lambda = reader.number(east, longitude)
    if lambda.isNaN { return .bad }
    let isInRadians = mapping.geographicUnit == .radians
    if isInRadians {
      phi *= 180 / .pi
      lambda *= 180 / .pi
    }
    guard phi.magnitude <= 90, lambda.magnitude <= 360 else {
      let isSwapped = phi.magnitude <= 180 && lambda.magnitude <= 90
      let cell = phi.magnitude > 90 ? (north, latitude, "latitude") : (east, longitude, "longitude")
      reader.problem = CellReader.Problem(
        kind: .outOfRange, column: cell.1,
        found: "\(cell.0.text) is not a \(cell.2)" + (isInRadians ? " in radians" : "")
          + (isSwapped ? "; are latitude and longitude swapped?" : ""))
      return .bad
    }
    var height: Double?
    if let altitude, case let cell = row[altitude], !cell.isEmpty {
      let number = reader.number(cell, altitude)
      if number.isNaN { return .bad }
      height = number * metres
    }
    lacksAltitude = height == nil
    if height != nil { hasAltitudes = true }
    let projection = projection ?? firstProjection(phi, lambda)
    position = projection.position(latitude: phi, longitude: lambda, altitude: height)
    least = pointwiseMin(least, SIMD3(phi, lambda, 0))
    greatest = pointwiseMax(greatest, SIMD3(phi, lambda, 0))
    return .pose
  }

  /// Returns a longitude between -180 and 180 degrees, as some sources count from 0 to 360. Rounding
  /// leaves 122.42 as it was written.
  private static func wrapped(_ longitude: Double) -> Double {
    if longitude.magnitude <= 180 { return longitude }
    let turned = longitude + (longitude > 0 ? -360 : 360)
    return (turned * 1e9).rounded() / 1e9
  }

  /// Returns the projection of earlier imports, else one about the first place, rounded so that a file
  /// that grows keeps it.
  private mutating func firstProjection(_ phi: Double, _ lambda: Double) -> GeoProjection {
    var first = GeoProjection(
      latitude: (phi * 100).rounded() / 100,
      longitude: Self.wrapped((lambda * 100).rounded() / 100))
    if case .place(let earlier)? = earlierOrigin {
      followsEarlierImports = earlier != first
      first = earlier
    }
    projection = first
    return first
  }
}
