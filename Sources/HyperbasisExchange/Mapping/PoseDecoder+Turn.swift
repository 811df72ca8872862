import Foundation

extension PoseDecoder {
  @inline(__always)
  mutating func turn(_ row: InputRow, _ rotation: inout RotationMatrix) -> Result {
    switch mapping.turn {
    case .none: return .pose
    case .quaternion(let columns): return quaternion(row, columns, &rotation)
    case .quaternionCell(let column): return quaternion(row[column], column, &rotation)
    case .angle(let angle): return self.angle(row, angle, &rotation)
    case .matrixColumns(let columns): return matrix(row, columns, &rotation)
    case .matrixCell(let column): return matrix(row[column], column, &rotation)
    case .transformCell(let column, let angle):
      if !row[column].isEmpty { return matrix(row[column], column, &rotation) }
      clearLastRow()
      return angle.map { self.angle(row, $0, &rotation) } ?? .pose
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
    return quaternion(q, columns[0], &rotation)
  }

  /// Reads a cell with the four numbers, in any brackets.
  private mutating func quaternion(
    _ cell: InputCell, _ column: Int, _ rotation: inout RotationMatrix
  ) -> Result {
    if cell.isEmpty { return .pose }
    guard readList(cell, column, of: 4) else { return .bad }
    return quaternion(
      SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]), column, &rotation)
  }

  /// Reads a cell that lists `wanted` numbers into `numbers`.
  mutating func readList(_ cell: InputCell, _ column: Int, of wanted: Int) -> Bool {
    let count = MatrixText.numbers(in: cell.bytes, into: &numbers)
    if count == wanted { return true }
    reader.problem = CellReader.Problem(
      kind: .notNumber, column: column,
      found: count.map { MatrixText.count($0, insteadOf: wanted) }
        ?? "\"\(CellReader.short(cell.text))\" is not a list of \(wanted) numbers")
    return false
  }

  private mutating func quaternion(
    _ q: SIMD4<Double>, _ column: Int, _ rotation: inout RotationMatrix
  ) -> Result {
    let square = (q * q).sum()
    if square == 0 { return .notSeen }
    let error = (square.squareRoot() - 1).magnitude
    guard error <= 0.01 else {
      reader.problem = CellReader.Problem(
        kind: .notRotation, column: column,
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

  /// Returns the rotation of a quaternion x, y, z, w of any length.
  private static func rotation(_ q: SIMD4<Double>, _ square: Double) -> RotationMatrix {
    let s = 2 / square
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    return RotationMatrix(
      SIMD3(1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)),
      SIMD3(s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)),
      SIMD3(s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)))
  }

  private mutating func angle(
    _ row: InputRow, _ mapping: RowMapping.Angle, _ rotation: inout RotationMatrix
  ) -> Result {
    let cell = row[mapping.column]
    if cell.isEmpty {
      rotation = .identity
      return .pose
    }
    let angle = reader.number(cell, mapping.column)
    if angle.isNaN { return .bad }
    greatestAngle = max(greatestAngle, angle.magnitude)
    if angle != angle.rounded() { hasAngleFraction = true }
    let degrees = self.mapping.angle == .radians ? angle * 180 / .pi : angle
    rotation = Self.rotation(yaw: mapping.sign * degrees + mapping.offset)
    return .pose
  }

  /// Returns a turn about up, counter-clockwise, in degrees; exact for right angles.
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
