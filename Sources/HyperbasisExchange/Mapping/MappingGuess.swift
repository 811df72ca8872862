/// Finds out what each column means: from the options, or else from what columns are usually called.
struct MappingGuess {
  let finder: ColumnFinder
  let given: ImportOptions
  let others: ReadableFormat.OtherColumns
  let knowledge: InputKnowledge
  private let hasTimes: Bool
  private let readsLists: Bool
  var mapping = RowMapping()
  /// The options, completed by what was found out.
  var options: ImportOptions
  var taken: Set<Int> = []
  /// The metadata keys that are shorter than the names of their columns.
  var shortenedKeys: [String: String] = [:]

  /// - Parameter readsLists: whether a list in a cell may be a place or a turn without being named.
  init(
    columns: [String], options: ImportOptions, others: ReadableFormat.OtherColumns,
    knowledge: InputKnowledge, hasTimes: Bool, readsLists: Bool
  ) throws {
    finder = ColumnFinder(columns)
    given = options
    self.others = others
    self.knowledge = knowledge
    self.hasTimes = hasTimes
    self.readsLists = readsLists
    self.options = options
    mapping.stays = columns.firstIndex(of: ReservedColumn.stays)
    try findTests()
    try findPlace()
    try findTurn()
    try findAxes()
    try findTime()
    try findAnchor()
    try findMetadata()
  }

  func name(_ column: Int) -> String { finder.names[column] }

  func names(_ columns: [Int]) -> [String] { columns.map { finder.names[$0] } }

  /// Returns the column that an option names; nil if it names none.
  func column(_ given: String?, for option: String) throws -> Int? {
    guard let given else { return nil }
    return try finder.required(given, for: option)
  }

  mutating func take(_ columns: [Int]) { taken.formUnion(columns) }

  /// The column of times whose name has an unknown unit; nil if there is none.
  var strangeTime: String? {
    guard case .columns(let columns) = mapping.time, columns.count == 1 else { return nil }
    return finder.name(columns[0]).isStrangeTime ? name(columns[0]) : nil
  }

  /// Returns whether an option that gives this name means this column.
  func isName(_ name: String, of column: String) -> Bool {
    finder.find(name) == finder.find(column)
  }
}

// MARK: - Place

extension MappingGuess {
  private mutating func findPlace() throws {
    if !given.position.isEmpty {
      let columns = try given.position.map { try finder.required($0, for: "--position") }
      if columns.count == 1 { return try setList(columns[0]) }
      guard columns.count == 2 || columns.count == 3 else {
        throw UnreadableInput(
          "--position takes two or three columns, such as x,y,z, or one that lists the numbers.")
      }
      return try setLengths(columns)
    }
    if try findDegrees() { return }
    if try findMatrix() { return }
    if let columns = finder.axes(["x", "y", "z"], patterns: UsualName.position) {
      return try setLengths(columns)
    }
    if let columns = finder.axes(["x", "y"], patterns: UsualName.position) {
      return try setLengths(columns)
    }
    if let column = list(UsualName.positionList, of: 2...3) { return try setList(column) }
    throw UnreadableInput.missingColumn(
      "No column says where things are. The columns are: \(finder.listed). "
        + "Give --position X,Y,Z, or --lat and --lon, or --matrix.")
  }

  private mutating func setLengths(_ columns: [Int]) throws {
    mapping.place = .lengths(columns)
    options.position = names(columns)
    take(columns)
    try setUnit(columns)
  }

  private mutating func setList(_ column: Int) throws {
    let count = knowledge.listLengths[name(column)] == 2 ? 2 : 3
    mapping.place = .list(column, count: count)
    options.position = [name(column)]
    take([column])
    try setUnit([column])
  }

  /// Returns the first column with one of the names whose first list has a length in `counts`.
  func list(_ names: [String], of counts: ClosedRange<Int>) -> Int? {
    guard readsLists else { return nil }
    return names.lazy.compactMap { usual in
      finder.names.indices.first { column in
        finder.name(column).core == usual && !taken.contains(column)
          && knowledge.listLengths[name(column)].map(counts.contains) ?? false
      }
    }.first
  }

  /// Sets the unit of lengths, which all columns that hold them share.
  private mutating func setUnit(_ columns: [Int]) throws {
    if given.unit == nil, let strange = columns.first(where: { finder.name($0).isStrangeLength }) {
      let units = LengthScale.allCases.map(\.rawValue).joined(separator: ", ")
      throw UnreadableInput(
        "The unit in the name of the column \(name(strange)) is not a known unit of length. "
          + "Give the unit with --unit: one of \(units).")
    }
    let found = columns.map { finder.name($0).length }
    guard given.unit != nil || Set(found.map { $0 ?? .metres }).count < 2 else {
      let names = columns.map { finder.names[$0] }.joined(separator: ", ")
      throw UnreadableInput(
        "The columns \(names) are in different units. Convert them to one, or give --unit if all "
          + "are in the same.")
    }
    let unit = given.unit ?? found.lazy.compactMap { $0 }.first
    mapping.metres = unit?.metres ?? 1
    if let unit, unit != .metres || given.unit != nil { options.unit = unit }
  }

  private mutating func findDegrees() throws -> Bool {
    let latitude = try column(given.latitude, for: "--lat")
    let longitude = try column(given.longitude, for: "--lon")
    let usual = (finder.first(UsualName.latitude), finder.first(UsualName.longitude))
    guard let latitude = latitude ?? usual.0, let longitude = longitude ?? usual.1,
      given.matrix.isEmpty || hasMatrixBesides
    else {
      if latitude != nil || longitude != nil {
        throw UnreadableInput("Degrees need both --lat and --lon.")
      }
      return false
    }
    let named = try column(given.altitude, for: "--alt")
    let altitude = named ?? finder.first(UsualName.altitude)
    mapping.place = .degrees(latitude: latitude, longitude: longitude, altitude: altitude)
    mapping.geographicUnit = try geographicUnit([latitude, longitude])
    options.latitude = name(latitude)
    options.longitude = name(longitude)
    options.altitude = altitude.map { finder.names[$0] }
    take([latitude, longitude] + (altitude.map { [$0] } ?? []))
    try setUnit(altitude.map { [$0] } ?? [])
    return true
  }

  /// Returns the unit of a latitude and a longitude: the one in their names, or else degrees.
  private func geographicUnit(_ columns: [Int]) throws -> AngleUnit {
    if let strange = columns.first(where: { finder.name($0).isStrangeAngle }) {
      throw UnreadableInput(
        "The unit in the name of the column \(name(strange)) is neither degrees nor radians. Convert "
          + "the column to degrees, and name it lat or lon.")
    }
    let units = columns.map { finder.name($0).angle ?? .degrees }
    guard Set(units).count == 1 else {
      throw UnreadableInput(
        "The columns \(names(columns).joined(separator: ", ")) are in different units, one in degrees "
          + "and one in radians. Convert them to one, and name that in both.")
    }
    return units[0]
  }

  /// Whether a matrix is named beside degrees; it then gives only the turn, not the place.
  var hasMatrixBesides: Bool {
    given.latitude != nil && given.longitude != nil && given.matrix.count == 1
  }

  private mutating func findMatrix() throws -> Bool {
    var columns = try given.matrix.map { try finder.required($0, for: "--matrix") }
    if given.matrix.isEmpty {
      columns = finder.numbered() ?? []
      let hasPosition = finder.axes(["x", "y"], patterns: UsualName.position) != nil
      if columns.isEmpty, !hasPosition, let cell = finder.first(UsualName.matrix) {
        columns = [cell]
      }
    }
    switch columns.count {
    case 0: return false
    case 1: mapping.turn = .matrixCell(columns[0])
    case 12, 16: mapping.turn = .matrixColumns(columns)
    default: throw UnreadableInput.otherMatrix
    }
    mapping.place = .matrix
    mapping.metres = given.unit?.metres ?? 1
    options.matrix = names(columns)
    take(columns)
    findRepeatedPlace(columns)
    return true
  }

  /// Finds the place that our own tables have beside its matrix, where people read and change it.
  private mutating func findRepeatedPlace(_ matrix: [Int]) {
    guard isOwnMatrix(matrix), let place = finder.axes(["x", "y", "z"], patterns: ["#"]) else {
      return
    }
    take(place)
    let isDropped = given.drop.contains { finder.find($0).map(place.contains) ?? false }
    guard !isDropped else { return }
    let moved = Array(matrix[12...14])
    mapping.repeatedPlace = RowMapping.RepeatedPlace(
      columns: place, names: names(place), matrixColumns: moved, matrixNames: names(moved))
  }

  /// Returns whether columns are named as the matrix in the tables that this program writes.
  func isOwnMatrix(_ columns: [Int]) -> Bool {
    columns.count == 16 && columns.enumerated().allSatisfy { finder.name($1).core == "m\($0)" }
  }
}

extension UnreadableInput {
  static let otherMatrix = Self(
    "--matrix takes one column that holds 12 or 16 numbers, or 12 or 16 columns.")
}

// MARK: - Time

extension MappingGuess {
  private mutating func findTime() throws {
    if !given.time.isEmpty {
      let columns = try given.time.map { try finder.required($0, for: "--time") }
      return setTime(columns)
    }
    if hasTimes {
      mapping.time = .list
      return
    }
    if given.dateMicroseconds != nil || given.timeSource != nil {
      mapping.time = .input
      return
    }
    if given.rate != nil {
      options.timeFormat = .frames
      guard let frame = finder.first(["frame", "frame*"]), !taken.contains(frame) else {
        mapping.time = .row
        return
      }
      return setTime([frame])
    }
    guard let time = finder.all(UsualName.time).first(where: { !taken.contains($0) }) else {
      throw UnreadableInput.missingColumn(
        "No column says when. The columns are: \(finder.listed). "
          + "Give --time COLUMN, or --rate, --times, --at, or --time-from name.")
    }
    setTime(dateAndTime() ?? [time])
  }

  /// Returns the columns of a date and of a time of day, if they are separate.
  private func dateAndTime() -> [Int]? {
    guard let date = finder.first(["date", "datum"]), let time = finder.first(["time", "uhrzeit"]),
      date != time
    else { return nil }
    return [date, time]
  }

  private mutating func setTime(_ columns: [Int]) {
    mapping.time = .columns(columns)
    options.time = names(columns)
    take(columns)
    if columns.count == 1 { mapping.timeUnit = finder.name(columns[0]).time }
    if let unit = mapping.timeUnit, options.timeFormat == nil { options.timeFormat = unit }
    if knowledge.hasCompactDates, options.timeFormat == nil {
      options.timeFormat = .pattern("yyyyMMdd")
    }
  }
}

// MARK: - Anchor

extension MappingGuess {
  private mutating func findAnchor() throws {
    if let id = given.id {
      let column = try finder.required(id, for: "--id")
      mapping.anchor = .column(column)
      options.id = name(column)
      taken.insert(column)
      return
    }
    if let name = given.anchorName {
      mapping.anchor = .named(name)
      return
    }
    guard !given.takesIdFromName else { return }
    let dropped = given.drop.compactMap { finder.find($0) }
    func free(_ columns: [Int]) -> [Int] {
      columns.filter { !taken.contains($0) && !dropped.contains($0) }
    }
    let candidates = free(knownNaming.map { [$0] } ?? finder.ids)
    guard !candidates.isEmpty else {
      options.takesIdFromName = true
      mapping.idGuesses = free(finder.possibleIds)
      return
    }
    // In a complete state every anchor occurs once.
    let isState = given.isSnapshot || mapping.time == .input
    let repeating = candidates.filter { knowledge.repeatingIds.contains(name($0)) }
    let chosen = isState ? candidates[0] : repeating.first ?? candidates[0]
    mapping.anchor = .column(chosen)
    mapping.idCandidates = candidates.count > 1 && !isState ? candidates : []
    options.id = name(chosen)
    taken.insert(chosen)
  }

  /// The column that rows of the same time showed to name their anchors.
  private var knownNaming: Int? {
    knowledge.namingColumn.flatMap { finder.names.firstIndex(of: $0) }
  }

  /// Whether neither a column nor a person says which anchor a row belongs to.
  var isUnnamed: Bool {
    mapping.anchor == .input && !given.takesIdFromName
  }
}
