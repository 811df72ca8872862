import HyperbasisExchange
import Testing

/// Leaving out a column saves as many events as the note says.
struct RestlessColumnTests {
  private func survey(_ columns: String, _ rows: [String], drop: [String] = []) throws
    -> ImportSurvey
  {
    var options = ImportOptions()
    options.drop = drop
    var space = ImportedSpace("Test")
    let lines = rows.enumerated().map { "a,2024-01-01T00:00:0\($0)Z,0,0,0,\($1)" }
    return try space.take("id,t,x,y,z,\(columns)\n\(lines.joined(separator: "\n"))\n", options)
  }

  private func note(_ survey: ImportSurvey) -> String? {
    survey.findings.first { $0.topic == .metadata }?.text
  }

  @Test(arguments: [
    // Another column changes in one of the rows as well.
    ("n,k", ["1,a", "2,a", "3,b", "4,b"], ["n"]),
    // Two columns change together: neither saves anything alone.
    ("n,m", ["1,1", "2,2", "3,3", "4,4"], ["n", "m"]),
    ("n,m,k", ["1,1,a", "2,2,a", "3,3,b", "4,4,b"], ["n", "m"]),
  ])
  func theNoteTellsWhatIsSaved(_ columns: String, _ rows: [String], _ drop: [String]) throws {
    let whole = try survey(columns, rows)
    let less = try survey(columns, rows, drop: drop)
    let saved = whole.events.updated - less.events.updated
    let options = drop.map { "--drop \($0)" }.joined(separator: " ")
    let ending =
      "\(options) leaves \(drop.count == 1 ? "it" : "them") out and saves \(saved) `updated`"
    #expect(note(whole)?.hasSuffix(ending) == true, "\(note(whole) ?? "")")
  }

  /// `1.50` equals `1.5`, and a cell that changes in half of the rows is not restless.
  @Test func whatIsWrittenOtherwiseDoesNotChange() throws {
    let rows = ["1,v", "1.0,", "1.00,x", "1.000,y"]
    #expect(note(try survey("n,k", rows))?.contains("--drop n") == false)
  }
}
