import Foundation
import HyperbasisAnchorLog
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

/// What the functions of the migration return to questions about histories: `{"events": [[id, anchor,
/// type, instant, version, transform, metadata, actor, extra]], "printed": [id], "rows": [row]}`.
enum HistoryResponse {
  static func read(_ answer: HTTPResponse, of space: UUID) throws(CloudFailure) -> PartialHistory {
    // Invalid JSON and JSON of another shape are the same failure.
    guard let members = (try? JSONParser.parse(answer.body))?.dictionaryValue,
      let events = members["events"]?.arrayValue
    else { throw unexpected(answer, "the response is not a history") }
    var history = PartialHistory(events: [])
    for values in events {
      guard let event = event(values.arrayValue ?? [], of: space) else {
        throw unexpected(answer, "the response holds an event that cannot be read")
      }
      history.events.append(event)
    }
    history.asked = Set((members["printed"]?.arrayValue ?? []).compactMap(identifier))
    for row in members["rows"]?.arrayValue ?? [] {
      // An invalid row is skipped, as in syncing.
      guard let row = try? AnchorRow(RowMembers(members: row.dictionaryValue ?? [:])) else {
        continue
      }
      history.rows.append(row)
    }
    return history
  }

  private static func event(_ values: [AnyCodableValue], of space: UUID) -> AnchorEventRow? {
    guard values.count == 9, let id = identifier(values[0]), let anchor = identifier(values[1]),
      let type = values[2].stringValue.flatMap(HBAnchorEvent.EventType.init),
      let instant = values[3].stringValue.flatMap(HBInstant.init(rfc3339:)),
      case .int(let version) = values[4]
    else { return nil }
    return AnchorEventRow(
      id: id, anchorId: anchor, spaceId: space, type: type, instant: instant, version: version,
      transform: transform(values[5]), metadata: values[6].dictionaryValue,
      actorId: values[7].stringValue, extra: values[8].dictionaryValue ?? [:])
  }

  private static func identifier(_ value: AnyCodableValue) -> UUID? {
    value.stringValue.flatMap { UUIDBits(text: $0)?.uuid }
  }

  /// Reads a transform; an empty list says that there is one, but that it does not count.
  private static func transform(_ value: AnyCodableValue) -> [Float]? {
    guard let numbers = value.arrayValue else { return nil }
    return numbers.isEmpty ? identity : numbers.compactMap { $0.doubleValue.map { Float($0) } }
  }

  private static let identity: [Float] = (0..<16).map { $0 % 5 == 0 ? 1 : 0 }

  private static func unexpected(_ answer: HTTPResponse, _ message: String) -> CloudFailure {
    .unexpectedAnswer(ServerResponse(status: answer.status, message: message))
  }
}

extension FoundSpace: WireRow {
  init(_ members: RowMembers) throws(RowFault) {
    self.init(
      id: try members.id("id"), name: try members.text("name"),
      start: try members.optionalInstant("start_at"), end: try members.optionalInstant("end_at"),
      hasHistory: true)
  }
}
