import Foundation

/// A place that stands beside the matrix that says it as well.
extension PoseDecoder {
  /// Whether both are the same, but for what rounding does to the one of fewer digits. Who changed the
  /// one in a spreadsheet would not see that the other counts.
  mutating func agreesWithRepeatedPlace(_ row: InputRow) -> Bool {
    guard let repeated = mapping.repeatedPlace else { return true }
    for axis in 0..<3 {
      let (cell, other) = (row[repeated.columns[axis]], row[repeated.matrixColumns[axis]])
      if cell.isEmpty { continue }
      let number = reader.number(cell, repeated.columns[axis])
      if number.isNaN { return false }
      let moved = numbers[12 + axis]
      let digits = min(digits(of: cell), digits(of: other))
      let rounding = min(pow(10, -Double(digits)) / 2, Self.mostRounding)
      if (number - moved).magnitude <= rounding * 1.01 + moved.magnitude * 1e-6 { continue }
      let options = repeated.names.map { "--drop \($0)" }.joined(separator: " ")
      reader.problem = CellReader.Problem(
        kind: .twoPlaces, column: repeated.columns[axis],
        found: "\(cell.text), but \(repeated.matrixNames[axis]) is \(other.text); --position "
          + "\(repeated.names.joined(separator: ",")) or \(options) says which of the two counts")
      return false
    }
    return true
  }

  /// Metres: what somebody changes is more.
  private static let mostRounding = 0.005

  /// Digits behind the decimal sign; many where there is an exponent.
  private func digits(of cell: InputCell) -> Int {
    let text = cell.bytes
    if text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) { return 9 }
    guard let point = text.firstIndex(of: reader.point) else { return 0 }
    return text.count - point - 1
  }
}
