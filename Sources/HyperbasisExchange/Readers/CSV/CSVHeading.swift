/// Names of columns.
enum CSVHeading {
  /// Returns whether a cell of a first line is a number, and so not a name.
  static func isNumber(_ text: String) -> Bool {
    let normal = text.replacing(",", with: ".")
    guard let first = normal.utf8.first, first != UInt8(ascii: "n"), first != UInt8(ascii: "i"),
      first != UInt8(ascii: "N"), first != UInt8(ascii: "I")
    else { return false }
    return Double(normal) != nil
  }

  /// Returns the names, each once: a second `x` becomes `x_2`, an empty name `column 3`.
  static func unique(_ names: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return names.enumerated().map { index, name in
      let name = name.isEmpty ? "column \(index + 1)" : name
      let count = (seen[name] ?? 0) + 1
      seen[name] = count
      return count == 1 ? name : "\(name)_\(count)"
    }
  }

  /// Returns names to propose for this many columns that have none.
  static func proposal(_ count: Int) -> String {
    switch count {
    case 8: "time,x,y,z,qx,qy,qz,qw"
    case 4: "time,id,x,y"
    case 5: "time,id,x,y,z"
    default: (0..<max(count, 1)).map { $0 == 0 ? "time" : "-" }.joined(separator: ",")
    }
  }
}
