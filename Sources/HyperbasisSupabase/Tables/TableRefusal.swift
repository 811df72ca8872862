import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

/// What PostgREST's refusals mean, by the code in the body, or else by the status.
enum TableRefusal {
  @Sendable static func judge(_ answer: HTTPResponse, _ wait: TimeInterval?) -> CloudFailure? {
    if answer.isSuccess { return nil }
    let said = ServerResponse(answer)
    // A page instead of JSON comes from something in between.
    guard answer.headers["content-type"] == nil || answer.isJSON || answer.isThrottled else {
      return .unexpectedAnswer(said)
    }
    return byCode(said, wait) ?? byStatus(said, wait)
  }

  private static func byCode(_ said: ServerResponse, _ wait: TimeInterval?) -> CloudFailure? {
    switch said.code {
    case "PGRST300", "PGRST301", "PGRST302", "PGRST303": .unauthorized(said)
    case "PGRST205", "42P01": .missing(Naming.table(said.message), said)
    case "PGRST202", "42883": .missing(Naming.function(said.message), said)
    case "PGRST204", "42703": .missing(Naming.column(said.message), said)
    case "23503": .missingParent(said)
    // A timeout of a whole batch; a smaller one may get through.
    case "57014": .busy(said, retryAfter: wait)
    case "PGRST000", "PGRST001", "PGRST002", "PGRST003", "40001", "40P01", "55P03":
      .busy(said, retryAfter: wait)
    // Permissions and row security, whatever the status: another token does not help.
    case "42501": .rejected(said)
    // Its status is 500, but the mistake is ours.
    case "21000": .rejected(said)
    case let code? where code.hasPrefix("22") || code.hasPrefix("23"): .rejected(said)
    case let code? where code.hasPrefix("53") || code.hasPrefix("57"):
      .busy(said, retryAfter: wait)
    default: nil
    }
  }

  private static func byStatus(_ said: ServerResponse, _ wait: TimeInterval?) -> CloudFailure {
    switch said.status {
    case 401: .unauthorized(said)
    case 413: .tooLarge(said)
    case 408, 425, 429, 500...599: .busy(said, retryAfter: wait)
    // PostgREST does not redirect, and no route is missing.
    case 300..<400, 404, 405: .unexpectedAnswer(said)
    default: .rejected(said)
    }
  }
}

/// Names what a message says is missing, for people to read.
private enum Naming {
  /// `Could not find the table 'public.anchor_events' in the schema cache`, or
  /// `relation "public.anchor_events" does not exist`.
  static func table(_ message: String?) -> String {
    guard let name = quoted(message).first?.split(separator: ".").last else { return "table" }
    return "table \(name)"
  }

  /// `Could not find the 'extra' column of 'spaces' in the schema cache`, or
  /// `column spaces.extra does not exist`.
  static func column(_ message: String?) -> String {
    let names = quoted(message)
    if names.count >= 2 { return "column \(names[0]) of \(names[1])" }
    let words = (message ?? "").split(separator: " ")
    guard words.count >= 2, words[0] == "column" else { return "column" }
    return "column \(words[1])"
  }

  /// `Could not find the function public.forget_space(space) in the schema cache`, or
  /// `function public.forget_space(uuid) does not exist`.
  static func function(_ message: String?) -> String {
    let words = (message ?? "").split(separator: " ")
    guard let place = words.firstIndex(of: "function"), place + 1 < words.count,
      let name = words[place + 1].prefix(while: { $0 != "(" }).split(separator: ".").last
    else { return "function that was called" }
    return "function \(name)"
  }

  private static func quoted(_ message: String?) -> [Substring] {
    let parts = (message ?? "").split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "'" || $0 == "\"" })
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }
}

extension ServerResponse {
  /// Reads what PostgREST, the gateway, or something else said.
  init(_ answer: HTTPResponse) {
    self.init(status: answer.status)
    // A response that is not JSON is judged by its status.
    if answer.isJSON, let said = try? JSONParser.parse(answer.body).dictionaryValue {
      code = said["code"]?.stringValue
      message = said["message"]?.stringValue ?? said["msg"]?.stringValue
      if let details = said["details"]?.stringValue, !details.isEmpty, let message {
        self.message = "\(message) (\(details))"
      }
    } else {
      message = Self.title(answer.body)
    }
    // Responses without a body still name the code.
    if code == nil, let status = answer.headers["proxy-status"],
      let error = status.range(of: "error=")
    {
      code = String(status[error.upperBound...].prefix { $0 != ";" && $0 != " " })
    }
  }

  /// Returns the title of a page, or the first line of plain text.
  private static func title(_ body: [UInt8]) -> String? {
    let text = String(decoding: body.prefix(4096), as: UTF8.self)
    if let start = text.range(of: "<title>", options: .caseInsensitive),
      let end = text.range(of: "</title>", options: .caseInsensitive),
      start.upperBound <= end.lowerBound
    {
      return String(text[start.upperBound..<end.lowerBound])
    }
    guard !text.contains("<"), let line = text.split(whereSeparator: \.isNewline).first else {
      return nil
    }
    return String(line)
  }
}
