/// How things are turned.
extension MappingGuess {
  mutating func findTurn() throws {
    guard mapping.turn == .none else { return }
    if try findMatrixBesides() { return }
    if let found = try findQuaternion() {
      mapping.turn = found.count == 1 ? .quaternionCell(found[0]) : .quaternion(found)
      options.quaternion = names(found)
      return take(found)
    }
    // Bearing: clockwise from north. Theta: counter-clockwise from east, 90° ahead of yaw.
    if let column = try column(given.yaw, "--yaw", ["yaw"]) {
      try setAngle(column, 1, 0)
      options.yaw = name(column)
    } else if let column = try column(given.bearing, "--bearing", ["bearing", "heading", "course"])
    {
      try setAngle(column, -1, 0)
      options.bearing = name(column)
    } else if let column = try column(given.theta, "--theta", ["theta"]) {
      try setAngle(column, 1, -90)
      options.theta = name(column)
    }
    if hasMatrixBesides { try findTransform(given.matrix[0]) }
  }

  /// Finds the matrix beside a place that has columns of its own; returns false if there is none.
  private mutating func findMatrixBesides() throws -> Bool {
    guard !given.position.isEmpty, !isTurnGiven else { return false }
    var columns = try given.matrix.map { try finder.required($0, for: "--matrix") }
    if columns.isEmpty, let own = finder.numbered(), isOwnMatrix(own) { columns = own }
    switch columns.count {
    case 0: return false
    case 1: mapping.turn = .matrixCell(columns[0])
    case 12, 16: mapping.turn = .matrixColumns(columns)
    default: throw UnreadableInput.otherMatrix
    }
    options.matrix = names(columns)
    take(columns)
    return true
  }

  private mutating func findTransform(_ name: String) throws {
    let column = try finder.required(name, for: "--matrix")
    var angle: RowMapping.Angle?
    if case .angle(let found) = mapping.turn { angle = found }
    mapping.turn = .transformCell(column, else: angle)
    options.matrix = [self.name(column)]
    take([column])
  }

  private func column(_ given: String?, _ option: String, _ usual: [String]) throws -> Int? {
    if let given { return try finder.required(given, for: option) }
    return isTurnGiven ? nil : finder.first(usual)
  }

  private var isTurnGiven: Bool {
    !given.quaternion.isEmpty || given.yaw != nil || given.bearing != nil || given.theta != nil
  }

  private mutating func setAngle(_ column: Int, _ sign: Double, _ offset: Double) throws {
    if given.angle == nil, finder.name(column).isStrangeAngle {
      throw UnreadableInput(
        "The unit in the name of the column \(name(column)) is neither degrees nor radians. Convert "
          + "the column, or give --angle deg or --angle rad if the name is wrong.")
    }
    mapping.turn = .angle(RowMapping.Angle(column: column, sign: sign, offset: offset))
    let unit = given.angle ?? finder.name(column).angle
    mapping.angle = unit ?? .degrees
    mapping.isAngleKnown = unit != nil
    options.angle = unit
    take([column])
  }

  private func findQuaternion() throws -> [Int]? {
    guard given.quaternion.isEmpty else {
      let columns = try given.quaternion.map { try finder.required($0, for: "--quaternion") }
      guard columns.count == 4 || columns.count == 1 else {
        throw UnreadableInput(
          "--quaternion takes four columns, in the order x,y,z,w, or one that lists the numbers.")
      }
      return columns
    }
    if isTurnGiven { return nil }
    return finder.axes(["x", "y", "z", "w"], patterns: UsualName.quaternion)
      ?? list(UsualName.quaternionList, of: 4...4).map { [$0] }
  }

  mutating func findAxes() throws {
    guard let axes = given.axes else { return }
    mapping.hasAxes = true
    let (_, scale): (AxisConvention, LengthScale?)
    do {
      (_, scale) = try AxisConvention.named(axes)
    } catch .mixedHands {
      throw UnreadableInput(
        "--axes \(axes): one of world and body is left-handed and the other is not.")
    } catch {
      let presets = AxisConvention.presetNames.joined(separator: ", ")
      throw UnreadableInput(
        "--axes \(axes): give one of \(presets), or where the three axes point, such as rub or "
          + "enu/flu.")
    }
    if given.unit == nil, let scale, mapping.metres == 1 { mapping.metres = scale.metres }
  }
}
