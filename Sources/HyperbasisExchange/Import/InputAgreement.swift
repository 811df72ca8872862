import HyperbasisModels

/// Checks that the columns of several inputs, which are read as one recording, mean the same.
///
/// The first input with rows decides what the columns mean and in which units. One that differs would
/// silently be read wrongly, or be noticed only when the import writes.
struct InputAgreement {
  private let name: String
  private let guess: MappingGuess
  private let timeUnit: Int?
  private let delimiter: String?

  /// - Parameters:
  ///   - name: the first input with rows.
  ///   - timeUnit: the unit of its times, if it is inferred from their size.
  ///   - delimiter: what separates its cells; nil if it is not a table, or if the delimiter was given.
  init(
    _ name: String, _ guess: MappingGuess, _ timeUnit: Int?, delimiter: String?
  ) {
    self.name = name
    self.guess = guess
    self.timeUnit = timeUnit
    self.delimiter = delimiter
  }

  /// - Throws: ``UnreadableInput`` if another input does not go together with this one.
  func check(_ other: InputAgreement) throws {
    try checkRoles(other)
    try checkUnits(other)
    if delimiter != other.delimiter {
      throw UnreadableInput(
        "\(pair(other)) have different delimiters. Import them one at a time.")
    }
  }

  private func pair(_ other: InputAgreement) -> String { "\(name) and \(other.name)" }

  private func checkRoles(_ other: InputAgreement) throws {
    for (own, others) in zip(guess.roles, other.guess.roles)
    where !other.guess.names(own.columns, are: others.columns) {
      throw UnreadableInput(
        "\(pair(other)) have different columns: \(own.text) is \(Self.list(own.columns)) in the "
          + "first and \(Self.list(others.columns)) in the second. Import them one at a time.")
    }
  }

  private static func list(_ columns: [String]) -> String {
    columns.isEmpty ? "missing" : columns.joined(separator: ", ")
  }

  private func checkUnits(_ other: InputAgreement) throws {
    let (own, others) = (guess.mapping, other.guess.mapping)
    if own.metres != others.metres {
      throw differ(other, \.lengths, "lengths", "--unit, if it is the same for all")
    }
    if own.geographicUnit != others.geographicUnit {
      throw differ(other, \.degrees, "latitudes and longitudes", nil)
    }
    if guess.options.timeFormat != other.guess.options.timeFormat || differsInTime(other) {
      throw differ(other, \.time, "times", "--time-format, if it is the same for all")
    }
    if (own.angle, own.isAngleKnown) != (others.angle, others.isAngleKnown) {
      throw differ(other, \.angles, "angles", "--angle, if it is the same for all")
    }
  }

  /// Dates have no unit.
  private func differsInTime(_ other: InputAgreement) -> Bool {
    guard let timeUnit, let others = other.timeUnit else { return false }
    return timeUnit != others
  }

  private func differ(
    _ other: InputAgreement, _ columns: KeyPath<ImportOptions, [String]>, _ what: String,
    _ option: String?
  ) -> UnreadableInput {
    let own = guess.options[keyPath: columns].joined(separator: ", ")
    let others = other.guess.options[keyPath: columns].joined(separator: ", ")
    return UnreadableInput(
      "\(pair(other)) have their \(what) in different units, in the columns \(own) of the first and "
        + "\(others) of the second. Import them one at a time"
        + (option.map { ", or give \($0)." } ?? "."))
  }
}

extension MappingGuess {
  /// The columns that have a meaning, by role.
  fileprivate var roles: [(text: String, columns: [String])] {
    [
      ("the name of the anchor", [options.id].compactMap { $0 }),
      ("the time", options.time), ("the place", options.lengths + options.degrees),
      ("the rotation", options.quaternion + options.angles),
    ]
  }

  /// Returns whether names of columns in another input also name the given columns of this one.
  fileprivate func names(_ names: [String], are columns: [String]) -> Bool {
    names.count == columns.count && zip(names, columns).allSatisfy { isName($0, of: $1) }
  }
}

extension ImportOptions {
  fileprivate var lengths: [String] { position + matrix + [altitude].compactMap { $0 } }

  fileprivate var degrees: [String] { [latitude, longitude].compactMap { $0 } }

  fileprivate var angles: [String] { [yaw, bearing, theta].compactMap { $0 } }
}
