import Foundation
import HyperbasisHTTP
import HyperbasisModels
import HyperbasisSync

/// Sends requests as the user, with the key and a token, which is renewed once when it is refused;
/// transient failures are retried.
struct CloudClient: Sendable {
  let address: CloudAddress
  let credentials: RequestAuthorization
  let transport: any HTTPTransport
  let retry: RequestRetry
  let clock: @Sendable () -> HBInstant
  let meter = TransferMeter()

  /// Returns the failure that a service's response stands for; nil if it is not a refusal.
  typealias Judge = @Sendable (HTTPResponse, TimeInterval?) -> CloudFailure?

  /// Creates a request below the address.
  func request(
    _ method: HTTPRequest.Method, _ path: [String], _ query: [(name: String, value: String)] = []
  ) throws(CloudFailure) -> HTTPRequest {
    guard let url = address.url(path, query) else { throw .invalidAddress(address.text) }
    return HTTPRequest(method, url)
  }

  /// - Throws: what the judge returns, in words that contain neither key nor token.
  func send(_ request: HTTPRequest, _ judge: Judge) async throws(CloudFailure) -> HTTPResponse {
    guard credentials.key.isValid else {
      throw .unauthorized(ServerResponse(status: 401, message: "the key is not a valid key"))
    }
    var failures = 0
    while true {
      do {
        return try await sendOnce(request, judge)
      } catch {
        guard error.mayPass, failures < retry.most else { throw error }
      }
      failures += 1
      try await retry.wait(after: failures)
    }
  }

  private func sendOnce(
    _ request: HTTPRequest, _ judge: Judge
  ) async throws(CloudFailure) -> HTTPResponse {
    let token = try await credentials.current()
    let answer = try await exchange(request, token)
    guard let failure = judge(answer, wait(answer)) else { return answer }
    guard case .unauthorized = failure, let token,
      let renewed = try await credentials.renewed(after: token)
    else { throw failure.hiding(secrets(token)) }
    let second = try await exchange(request, renewed)
    if let failure = judge(second, wait(second)) { throw failure.hiding(secrets(renewed)) }
    return second
  }

  private func exchange(
    _ request: HTTPRequest, _ token: String?
  ) async throws(CloudFailure) -> HTTPResponse {
    var request = request
    request.meter = meter
    request.headers["apikey"] = credentials.key.text
    if let bearer = token ?? credentials.key.bearer {
      request.headers["Authorization"] = "Bearer \(bearer)"
    }
    request.headers["User-Agent"] = "hyperbasis"
    if case .json? = request.body { request.headers["Content-Type"] = "application/json" }
    var failures = 0
    while true {
      do {
        return try await transport.send(request)
      } catch {
        // A file that has taken part of the response is continued by its owner.
        guard error.mayPass, request.sink == nil, failures < retry.most else {
          throw error.cloudFailure
        }
      }
      failures += 1
      try await retry.wait(after: failures)
    }
  }

  /// Returns how long to wait, by the server's own clock if it tells the time. What something in between
  /// says does not count.
  private func wait(_ answer: HTTPResponse) -> TimeInterval? {
    guard answer.isJSON || answer.body.isEmpty || answer.isThrottled else { return nil }
    let now = answer.headers["date"].flatMap(HTTPDate.parse) ?? clock()
    return RetryAfter.seconds(answer.headers["retry-after"], now: now)
  }

  private func secrets(_ token: String?) -> [String] {
    [credentials.key.text, token].compactMap { $0 }
  }
}

extension CloudFailure {
  /// Returns the failure, with what must not be shown cut out of the server's words.
  func hiding(_ secrets: [String]) -> CloudFailure {
    switch self {
    case .busy(let answer, let wait): .busy(answer.hiding(secrets), retryAfter: wait)
    case .unauthorized(let answer): .unauthorized(answer.hiding(secrets))
    case .missing(let name, let answer): .missing(name, answer.hiding(secrets))
    case .rejected(let answer): .rejected(answer.hiding(secrets))
    case .missingParent(let answer): .missingParent(answer.hiding(secrets))
    case .tooLarge(let answer): .tooLarge(answer.hiding(secrets))
    case .notFound(let answer): .notFound(answer.hiding(secrets))
    case .unexpectedAnswer(let answer): .unexpectedAnswer(answer.hiding(secrets))
    case .unreachable, .file, .cancelled, .invalidAddress: self
    }
  }
}

extension ServerResponse {
  /// The most that is shown of a response: a proxy may send a whole page.
  private static let mostCharacters = 500

  fileprivate func hiding(_ secrets: [String]) -> ServerResponse {
    func hide(_ text: String?) -> String? {
      text.map { text in
        var text = text
        for secret in secrets where !secret.isEmpty {
          text = text.replacing(secret, with: "…")
        }
        return text.count > Self.mostCharacters ? text.prefix(Self.mostCharacters) + "…" : text
      }
    }
    return ServerResponse(status: status, code: hide(code), message: hide(message))
  }
}
