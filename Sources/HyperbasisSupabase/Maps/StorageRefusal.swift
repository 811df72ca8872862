import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

/// What Storage's refusals mean. Most of them have status 400, with the true status as text in the body;
/// resumable uploads answer with the true status and plain text.
enum StorageRefusal {
  @Sendable static func judge(_ answer: HTTPResponse, _ wait: TimeInterval?) -> CloudFailure? {
    if answer.isSuccess { return nil }
    let said = ServerResponse(storage: answer)
    if !answer.isJSON, answer.isPage { return .unexpectedAnswer(said) }
    switch said.code {
    case "NoSuchBucket": return .missing("bucket world-maps", said)
    case "InvalidJWT", "InvalidSignature": return .unauthorized(said)
    case "SlowDown", "DatabaseTimeout": return .busy(said, retryAfter: wait)
    default: return byStatus(said, wait)
    }
  }

  private static func byStatus(_ said: ServerResponse, _ wait: TimeInterval?) -> CloudFailure {
    switch said.status {
    case 401: .unauthorized(said)
    // Expired tokens and missing policies share a status, and a code.
    case 400 where isAboutToken(said), 403 where isAboutToken(said): .unauthorized(said)
    case 404 where isAboutBucket(said): .missing("bucket world-maps", said)
    case 404, 410: .notFound(said)
    case 413: .tooLarge(said.aboutSize)
    // Another upload of the same object holds the lock, or was faster.
    case 409, 423: .busy(said, retryAfter: wait)
    case 408, 425, 429, 500...599: .busy(said, retryAfter: wait)
    case 300..<400, 405: .unexpectedAnswer(said)
    default: .rejected(said)
    }
  }

  private static func isAboutToken(_ said: ServerResponse) -> Bool {
    let text = (said.message ?? "").lowercased()
    if text.contains("row-level security") { return false }
    return ["claim", "jwt", "jws", "signature", "token"].contains { text.contains($0) }
  }

  private static func isAboutBucket(_ said: ServerResponse) -> Bool {
    (said.message ?? "").lowercased().contains("bucket not found")
  }
}

extension ServerResponse {
  /// The same response, naming what is too large: Storage is sent nothing but world maps.
  fileprivate var aboutSize: ServerResponse {
    var answer = self
    let map = "the world map exceeds the bucket's size limit"
    answer.message = message.map { "\(map): \($0)" } ?? map
    return answer
  }

  /// Reads what Storage said.
  fileprivate init(storage answer: HTTPResponse) {
    self.init(answer)
    // A response that is not JSON is judged by its status.
    guard answer.isJSON, let said = try? JSONParser.parse(answer.body).dictionaryValue else {
      return
    }
    if let text = said["statusCode"]?.stringValue, let status = Int(text) { self.status = status }
    if case .int(let status)? = said["statusCode"] { self.status = status }
    message = message ?? said["error"]?.stringValue
  }
}
