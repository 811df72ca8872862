import Foundation

/// A place that is given beside a matrix which contains it as well.
extension PoseDecoder {
  /// Returns whether both are the same, apart from the rounding of the one with fewer digits. A person
  /// who changed one of them in a spreadsheet could not see that the other one counts.
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

  /// Metres: a deliberate change is larger.
  private static let mostRounding = 0.005

  /// Returns the number of digits after the decimal sign; many if there is an exponent.
  private func digits(of cell: InputCell) -> Int {
    let text = cell.bytes
    if text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) { return 9 }
    guard let point = text.firstIndex(of: reader.point) else { return 0 }
    return text.count - point - 1
  }
}
