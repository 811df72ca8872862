/// What reading an input showed that its beginning did not; the next pass starts with it. It only
/// grows, so that passes come to an end.
struct InputKnowledge: Hashable, Sendable {
  /// Columns that could name the anchor and in which some value stands more than once.
  var repeatingIds: Set<String> = []
  /// The column that tells rows of one time apart, where none is named as one that names anchors.
  var namingColumn: String?
  var matrixOrder: MatrixOrder?
  /// `.` or `,`.
  var decimal: UInt8?
  var isDayFirst: Bool?
  /// Whether all times are days in eight digits, which could be taken for seconds.
  var hasCompactDates = false
  /// All columns of inputs, by their numbers, of which some appear late.
  var columns: [Int: [String]] = [:]
  /// How many numbers the first list of numbers in a column has.
  var listLengths: [String: Int] = [:]
  /// Whether positions are far from the origin and near each other; nil while nothing shows it.
  var isFarAway: Bool?
  /// Whether some anchor has two rows of one instant.
  var hasTies = false
  /// Whether some anchor's rows are not in the order of time.
  var isUnordered = false
}

/// Ends a pass that started from what turned out to be wrong.
struct PassRestart: Error {
  let knowledge: InputKnowledge
}
