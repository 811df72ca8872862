import Foundation
import TestSupport

extension SupabaseProject {
  /// Runs SQL on the database itself, as superuser; columns are separated by `
  /// `, one row a line.
  @discardableResult
  package func sql(_ statements: String) throws -> String {
    let process = Process()
    process.executableURL = server.psql
    process.arguments = [
      "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1",
      "--command", statements, database,
    ]
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.contents()
    let complaint = try errors.contents()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SupabaseServerError(description: String(decoding: complaint, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Returns the rows of a query, each decoded from an object with a key for each column.
  package func rows<Row: Decodable>(_ query: String, as _: Row.Type = Row.self) throws -> [Row] {
    let text = try sql("select coalesce(json_agg(_row), '[]') from (\(query)) as _row")
    return try JSONDecoder().decode([Row].self, from: Data(text.utf8))
  }

  /// Runs a file of `Resources/supabase` as the owner of the tables.
  package func run(script name: String) throws {
    let script = SupabaseServer.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Resources/supabase/\(name)")
    try sql("set role postgres;\n" + String(contentsOf: script, encoding: .utf8))
  }
}
