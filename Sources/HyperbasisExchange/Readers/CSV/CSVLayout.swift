/// What a format of separated values fixes.
struct CSVLayout: Sendable {
  /// For the survey.
  var name = "CSV"
  /// Names of the columns where the input has no heading.
  var columns: [String]?
  /// Names of the first columns where neither a heading nor a comment names them.
  var usualColumns: [String]?
  var delimiter: CSVDialect.Delimiter?
  /// Whether lines that begin with `#` are comments wherever they stand.
  var hasComments = false
  /// Whether a comment may be the heading.
  var readsHeadingFromComment = true
}
