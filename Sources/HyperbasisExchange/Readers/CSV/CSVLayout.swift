/// What a format of separated values prescribes.
struct CSVLayout: Sendable {
  /// The format's name in the survey.
  var name = "CSV"
  /// Names of the columns, which take the place of a heading.
  var columns: [String]?
  /// Names of the first columns if neither a heading nor a comment names them.
  var usualColumns: [String]?
  var delimiter: CSVDialect.Delimiter?
  /// Whether lines that begin with `#` are comments, wherever they are.
  var hasComments = false
  /// Whether a comment may be the heading.
  var readsHeadingFromComment = true
}
