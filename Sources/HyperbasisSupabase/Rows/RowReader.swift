import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

/// Reads the responses of tables.
enum RowReader {
  /// Rows as far as they can be read, with the keys of all.
  struct Reading<Row: Sendable> {
    var rows: [Row] = []
    var unreadable: [UnreadableRow] = []
    var count = 0
    /// The columns of the last row, as far as they can be read.
    var last: RowMembers?
  }

  /// - Throws: ``CloudFailure/unexpectedAnswer(_:)`` for what is not an array of rows.
  static func read<Row: WireRow>(
    _ answer: HTTPResponse, of table: String, as _: Row.Type = Row.self
  ) throws(CloudFailure) -> Reading<Row> {
    try read(answer.body, of: table, status: answer.status)
  }

  static func read<Row: WireRow>(
    _ body: [UInt8], of table: String, status: Int, as _: Row.Type = Row.self
  ) throws(CloudFailure) -> Reading<Row> {
    guard let elements = JSONParts.split(body) else {
      throw .unexpectedAnswer(
        ServerResponse(status: status, message: "the response is not a list of rows"))
    }
    var reading = Reading<Row>()
    reading.count = elements.count
    for range in elements {
      let bytes = Array(body[range])
      // A row that is not JSON is reported as unreadable below.
      let whole = (try? JSONParser.parse(bytes))?.dictionaryValue
      // What is left of a broken row still says where the next page begins.
      let members = RowMembers(members: whole ?? JSONParts.members(bytes) ?? [:])
      reading.last = members
      do throws(RowFault) {
        guard whole != nil else { throw RowFault(reason: "a value is too large to be read") }
        reading.rows.append(try Row(members))
      } catch {
        reading.unreadable.append(
          UnreadableRow(id: members.optionalId("id"), reason: "\(table): \(error.reason)"))
      }
    }
    return reading
  }
}
