/// What reading an input showed that its beginning did not; the next pass starts with it. It only
/// grows, so that the passes come to an end.
struct InputKnowledge: Hashable, Sendable {
  /// Columns that could name the anchor and in which some value occurs more than once.
  var repeatingIds: Set<String> = []
  /// The column that tells rows of one time apart, if no column's name marks it as one that names anchors.
  var namingColumn: String?
  /// Where the rows of a document are that is not a list of them.
  var rows: String?
  var matrixOrder: MatrixOrder?
  /// The decimal sign: `.` or `,`.
  var decimal: UInt8?
  var isDayFirst: Bool?
  /// Whether all times are dates in eight digits, which could be taken for seconds.
  var hasCompactDates = false
  /// All columns of the inputs in which some appear late, by the input's number.
  var columns: [Int: [String]] = [:]
  /// The metadata keys of columns when the input was read before, where they are shorter than the names of
  /// the columns.
  var keys: [String: String] = [:]
  /// The length of the first list of numbers in each column, by the column's name.
  var listLengths: [String: Int] = [:]
  /// From where the imports before this one into the space measure.
  var origin: ImportedOrigin?
  /// Whether positions are far from the origin and near each other; nil until something shows it.
  var isFarAway: Bool?
  /// Whether some anchor has two rows of the same instant.
  var hasTies = false
  /// Whether some anchor's rows are not in chronological order.
  var isUnordered = false
}

/// Ends a pass that started from a wrong assumption.
struct PassRestart: Error {
  let knowledge: InputKnowledge
}
