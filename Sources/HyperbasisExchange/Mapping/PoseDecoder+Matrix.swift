import Foundation

extension PoseDecoder {
  mutating func matrix(
    _ row: InputRow, _ columns: [Int], _ rotation: inout RotationMatrix
  ) -> Result {
    if columns.allSatisfy({ row[$0].isEmpty }) { return .notSeen }
    for (index, column) in columns.enumerated() {
      numbers[index] = reader.number(row[column], column)
      if numbers[index].isNaN { return .bad }
    }
    return matrix(columns.count, columns[0], .rows, &rotation)
  }

  /// Reads a cell with all the numbers, in any brackets; Swift prints columns.
  mutating func matrix(
    _ cell: InputCell, _ column: Int, _ rotation: inout RotationMatrix
  ) -> Result {
    if cell.isEmpty { return .notSeen }
    let count = MatrixText.numbers(in: cell.bytes, into: &numbers)
    guard count == 12 || count == 16 else {
      let found =
        count == nil
        ? "\"\(CellReader.short(cell.text))\" is not a matrix"
        : MatrixText.count(count ?? 0, insteadOf: 16)
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
      // Written by rows; by columns there would be four columns of three.
      spread()
    } else {
      note(usual)
      if order ?? usual == .rows { transpose() }
    }
    if takesAnyTransform {
      rotation = convention.rotation(upperLeft)
      return .pose
    }
    guard numbers[3] == 0, numbers[7] == 0, numbers[11] == 0, numbers[15] == 1 else {
      return notRotation(column, "the matrix has no row 0 0 0 1")
    }
    let m = upperLeft
    let determinant = m.determinant
    if determinant == 0, m.x == .zero, m.y == .zero { return .notSeen }
    guard Self.isRotation(m, determinant) else {
      return notRotation(
        column, "the matrix is not a rotation: its determinant is \(Self.text(determinant))")
    }
    rotation = convention.rotation(m)
    return .pose
  }

  /// Sets the last row to that of a rotation, for a row without a matrix.
  mutating func clearLastRow() {
    (numbers[3], numbers[7], numbers[11], numbers[15]) = (0, 0, 0, 1)
  }

  private var upperLeft: RotationMatrix {
    RotationMatrix(
      SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[4], numbers[5], numbers[6]),
      SIMD3(numbers[8], numbers[9], numbers[10]))
  }

  private mutating func notRotation(_ column: Int, _ found: String) -> Result {
    reader.problem = CellReader.Problem(kind: .notRotation, column: column, found: found)
    return .bad
  }

  /// Returns whether a matrix is a rotation, possibly with a uniform scale.
  private static func isRotation(_ m: RotationMatrix, _ determinant: Double) -> Bool {
    if (determinant - 1).magnitude <= 1e-3 { return true }
    guard determinant > 0, determinant.isFinite else { return false }
    let scale = cbrt(determinant)
    return [m.x, m.y, m.z].allSatisfy { column in
      ((column * column).sum().squareRoot() / scale - 1).magnitude <= 1e-3
    }
  }

  /// Notes where `0 0 0 1` stands, which tells rows from columns if the matrix moves anything.
  private mutating func note(_ usual: MatrixOrder) {
    let isByRows = numbers[12] == 0 && numbers[13] == 0 && numbers[14] == 0
    let isByColumns = numbers[3] == 0 && numbers[7] == 0 && numbers[11] == 0
    if isByRows, !isByColumns { hasMatrixByRows = true }
    if isByColumns, !isByRows { hasMatrixByColumns = true }
    // Swift's own text needs no such evidence.
    if usual == .columns, isByRows, isByColumns { hasMatrixByColumns = true }
  }

  private mutating func transpose() {
    for row in 0..<4 {
      for column in 0..<row { numbers.swapAt(row * 4 + column, column * 4 + row) }
    }
  }

  /// Turns three rows of four into four columns of four.
  private mutating func spread() {
    let n = numbers
    for column in 0..<4 {
      for row in 0..<3 { numbers[column * 4 + row] = n[row * 4 + column] }
      numbers[column * 4 + 3] = column == 3 ? 1 : 0
    }
  }

  /// The order that the matrices read so far show instead of the assumed one, if any.
  var otherOrder: MatrixOrder? {
    guard order == nil else { return nil }
    return hasMatrixByColumns && !hasMatrixByRows ? .columns : nil
  }

  /// Whether nothing shows in which order the matrices are written.
  var isOrderOpen: Bool {
    guard order == nil, matrices > 0, !hasMatrixByRows, !hasMatrixByColumns else { return false }
    switch mapping.turn {
    case .matrixColumns(let columns): return columns.count == 16
    case .matrixCell, .transformCell: return true
    default: return false
    }
  }
}
