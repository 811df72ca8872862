/// Notes objects that have a name twice; only the first of its values can be kept.
final class RepeatedNames {
  /// The line of the object that is being read.
  var line = 0
  private var lines = 0
  private var last = 0
  private var first: (line: Int, name: String, isSame: Bool)?

  /// Notes a name that is the same column as an earlier one.
  func note(_ name: String, besides other: String) {
    if first == nil { first = (line, name, name.utf8.elementsEqual(other.utf8)) }
    if line != last { lines += 1 }
    last = line
  }

  var notes: [String] {
    guard let first else { return [] }
    let name = CellReader.short(first.name)
    let what =
      first.isSame
      ? "the name \"\(name)\" appears twice in an object"
      : "two names in an object differ only in how Unicode writes \"\(name)\", and are one key"
    let more = lines > 1 ? " (and \(lines - 1) more like it)" : ""
    return ["Line \(first.line): \(what); only its first value is taken\(more)."]
  }
}
