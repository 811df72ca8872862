/// Finds columns by what a person or a convention calls them.
struct ColumnFinder {
  let names: [String]
  private let cores: [ColumnName]

  init(_ names: [String]) {
    self.names = names
    cores = names.map(ColumnName.init)
  }

  func name(_ number: Int) -> ColumnName { cores[number] }

  /// The names for a message: only the first of many, and only the beginning of a long one, as input
  /// that is not a table may have such names.
  var listed: String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(Self.mostListed).map { name in
      name.count > Self.longestListed ? name.prefix(Self.longestListed) + "…" : name
    }
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let mostListed = 40
  private static let longestListed = 40

  /// Returns the column that a person names.
  func required(_ name: String, for option: String) throws -> Int {
    if let number = find(name) { return number }
    let known = names.isEmpty ? "it has none" : "its columns are \(listed)"
    throw UnreadableInput.missingColumn("\(option): the input has no column \"\(name)\"; \(known).")
  }

  /// Returns the column of this name, or one that matches without case, without a unit, or as a last part.
  func find(_ name: String) -> Int? {
    if let exact = names.firstIndex(of: name) { return exact }
    let lower = name.lowercased().trimmed
    if let same = names.firstIndex(where: { $0.lowercased().trimmed == lower }) { return same }
    let core = ColumnName(name).core
    if let unitless = cores.firstIndex(where: { $0.core == core }) { return unitless }
    let last = cores.indices.filter { cores[$0].lastPart == lower }
    return last.count == 1 ? last[0] : nil
  }

  /// Returns the first column with one of the names, in the order of the names.
  func first(_ candidates: [String]) -> Int? {
    for candidate in candidates {
      if let number = cores.firstIndex(where: { matches($0, candidate) }) { return number }
    }
    return nil
  }

  /// Returns all columns with one of the names, in the order of the names.
  func all(_ candidates: [String]) -> [Int] {
    var found: [Int] = []
    for candidate in candidates {
      for number in cores.indices where matches(cores[number], candidate) && !found.contains(number)
      {
        found.append(number)
      }
    }
    return found
  }

  /// All columns whose names are usual for ids of anchors, the better ones first. Things with a number
  /// of their own need no name, which others may share.
  var ids: [Int] {
    let ids = all(UsualName.id)
    let number = cores.indices.first { column in
      UsualName.itemNumbers.contains(cores[column].letters) && !ids.contains(column)
    }
    let rest = number.map { [$0] } ?? all(UsualName.name)
    return ids + rest.filter { !ids.contains($0) }
  }

  /// All columns that may name anchors but may as well mean something else.
  var possibleIds: [Int] {
    let named = all(UsualName.possibleId)
    return named + cores.indices.filter { cores[$0].endsInId && !named.contains($0) }
  }

  /// Returns whether a column has a name; a name that ends with `*` is a prefix.
  private func matches(_ column: ColumnName, _ candidate: String) -> Bool {
    guard candidate.hasSuffix("*") else {
      return column.core == candidate
        || (column.core != column.lastPart && column.lastPart == candidate)
    }
    return column.lastPart.hasPrefix(candidate.dropLast())
  }

  /// Returns one column for each axis, all named after one pattern with the axis for `#`.
  func axes(_ axes: [String], patterns: [String]) -> [Int]? {
    for pattern in patterns {
      let found = axes.compactMap { axis in
        let name = pattern.replacing("#", with: axis)
        return cores.firstIndex { $0.core == name }
      }
      if found.count == axes.count { return found }
    }
    return nil
  }

  /// Returns 12 or 16 columns with one name and a number each, in the order of their numbers.
  func numbered() -> [Int]? {
    var groups: [String: [(number: Int, column: Int)]] = [:]
    for (column, name) in cores.enumerated() {
      let digits = name.core.reversed().prefix { $0.isASCII && $0.isNumber }.count
      guard digits > 0, digits <= 2, let number = Int(name.core.suffix(digits)) else { continue }
      groups[String(name.core.dropLast(digits)), default: []].append((number, column))
    }
    for group in groups.values.sorted(by: { $0[0].column < $1[0].column })
    where group.count == 16 || group.count == 12 {
      return group.sorted { ($0.number, $0.column) < ($1.number, $1.column) }.map(\.column)
    }
    return nil
  }
}

/// What columns are usually called.
enum UsualName {
  static let id = ["id", "uuid", "identifier", "anchor*", "track*", "object*", "vehicle*"]
  /// What things are called, which need not be unique.
  static let name = ["name", "label"]
  /// The numbers of the items of a collection, reduced to letters: `inventoryno`.
  static let itemNumbers: Set<String> = {
    let things = [
      "inventory", "inventar", "inv", "accession", "exhibit", "catalog", "catalogue", "asset",
      "item", "artifact", "artefact",
    ]
    let numbers = ["id", "no", "nr", "number", "nummer", "num", "code"]
    return Set(things.flatMap { thing in numbers.map { thing + $0 } } + ["exhibit"])
  }()
  /// What may name things, count rows, or describe things.
  static let possibleId = [
    "code", "item", "no", "nr", "number", "nummer", "num", "title", "key",
  ]
  /// A temperature may be called `t` as well.
  static let time = [
    "time", "timestamp", "datetime", "date", "when", "t", "date*", "ts", "ms", "seconds", "sec",
    "stamp", "utc", "us", "ns", "time*",
  ]
  static let latitude = ["lat", "latitude", "lat*"]
  static let longitude = ["lon", "lng", "long", "longitude", "lon*"]
  static let altitude = ["alt", "altitude", "ele", "elevation", "alt*", "height"]
  static let position = [
    "#", "t#", "p#", "pos_#", "pos#", "position_#", "position.#", "p_rs_r_#", "translation_#",
    "translation.#", "t_#", "p_#", "loc_#", "location_#", "location.#", "#_pos",
    "pose.position.#", "field.pose.position.#", "transform.translation.#", "pose.#",
  ]
  static let quaternion = [
    "q#", "q_#", "rot_#", "rot#", "q_rs_#", "quat_#", "quat.#", "quaternion_#", "quaternion.#",
    "orientation_#", "orientation.#", "rotation_#", "rotation.#", "pose.orientation.#",
    "field.pose.orientation.#", "transform.rotation.#", "r#",
  ]
  /// Lists of two or three lengths.
  static let positionList = [
    "position", "pos", "translation", "location", "xyz", "pose.position", "transform.translation",
  ]
  /// Lists of four numbers.
  static let quaternionList = [
    "quaternion", "rotation", "orientation", "quat", "rot", "pose.orientation",
    "transform.rotation",
  ]
  static let matrix = ["transform", "matrix", "pose", "transform_matrix", "transformation"]
}
