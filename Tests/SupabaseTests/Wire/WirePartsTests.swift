import Foundation
import Hyperbasis
import HyperbasisStore
import HyperbasisURLSession
import Testing

@testable import HyperbasisHTTP
@testable import HyperbasisSupabase

/// Parts of the protocol that need no server.
@Suite struct WirePartsTests {
  @Test func everythingButUnreservedIsEscaped() {
    let text = "Az09-_.~ +:&=%#/?\"'(),ü🏠\n\u{0}"
    let encoded = PercentEncoding.encode(text)
    #expect(
      encoded
        == "Az09-_.~%20%2B%3A%26%3D%25%23%2F%3F%22%27%28%29%2C%C3%BC%F0%9F%8F%A0%0A%00")
    #expect(encoded.removingPercentEncoding == text)
    #expect("%".removingPercentEncoding == nil)
    #expect("%GG".removingPercentEncoding == nil)
    #expect("%FF".removingPercentEncoding == nil)
  }

  /// Whichever is cancelled first, the request's task or its start: nothing waits for ever.
  @Test(.timeLimit(.minutes(5)), arguments: [true, false])
  func aRequestThatIsCancelledAtOnceEnds(isURLSession: Bool) async throws {
    let files = LiveFileSystem()
    let transport: any HTTPTransport =
      isURLSession ? URLSessionTransport(files: files) : SystemTransport.make(files: files)
    // Nothing listens there.
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    for round in 0..<300 {
      let request = Task { try? await transport.send(HTTPRequest(.get, url)) }
      for _ in 0..<round % 30 { await Task.yield() }
      request.cancel()
      #expect(await request.value == nil)
    }
  }

  #if !canImport(Darwin)
    @Test func whereLibcurlIsMissingTheErrorSaysWhatToInstall() async throws {
      let transport = CurlTransport(files: LiveFileSystem(), isAvailable: false)
      let url = try #require(URL(string: "http://127.0.0.1:9/"))
      let missing = HTTPFailure.unreachable("libcurl is missing; install the package libcurl4")
      await #expect(throws: missing) { try await transport.send(HTTPRequest(.get, url)) }
    }
  #endif

  @Test(arguments: [
    ("120", 120.0), ("0", 0), ("Fri, 31 May 2024 12:00:30 GMT", 30),
    ("Fri, 31 May 2024 11:00:00 GMT", 0), ("99999999999999999999", 3600),
  ])
  func theTimeToWaitIsSecondsOrADate(text: String, seconds: Double) {
    let now = HBInstant(rfc3339: "2024-05-31T12:00:00Z") ?? HBInstant(microseconds: 0)
    #expect(RetryAfter.seconds(text, now: now) == seconds)
  }

  @Test(arguments: ["", "soon", "-5", "1.5", "Friday, 31-May-24 12:00:30 GMT"])
  func noOtherTimeToWaitIsBelieved(text: String) {
    #expect(RetryAfter.seconds(text, now: .noon()) == nil)
  }

  @Test func theOriginIsPinned() throws {
    let address = try #require(CloudAddress("https://Project.supabase.co:443/"))
    #expect(address.text == "https://Project.supabase.co:443")
    #expect(!address.isUnprotected)
    for text in [
      "https://project.supabase.co.evil.example/storage/v1/x", "http://Project.supabase.co:443/x",
      "https://Project.supabase.co:443@evil.example/x", "https://Project.supabase.co:4430/x",
      "https://Project.supabase.co:443", "//Project.supabase.co:443/x",
    ] {
      #expect(address.url(ifBelow: text) == nil, "\(text)")
    }
    #expect(address.url(ifBelow: "https://Project.supabase.co:443/storage/v1/x") != nil)
    #expect(try #require(CloudAddress("http://nas.local:8000")).isUnprotected)
    #expect(try !#require(CloudAddress("http://127.0.0.1:8000")).isUnprotected)
  }

  @Test(arguments: ["0", "65536", "99999999999999999999", "x", "-1"])
  func aPortThatCannotBeIsNoAddress(port: String) {
    #expect(CloudAddress("https://project.supabase.co:\(port)") == nil)
  }

  @Test(arguments: ["", "1", "65535"])
  func anyOtherPortIsOne(port: String) {
    #expect(CloudAddress("https://project.supabase.co:\(port)/rest/v1") != nil)
  }

  @Test func elementsAreSplitWithoutBeingRead() throws {
    let text = #" [ {"a":"]},[\"","n":1e999}, 2 ,[3,[4]],"x\\",null ] "#
    let bytes = Array(text.utf8)
    let parts = try #require(JSONParts.split(bytes)).map {
      String(decoding: bytes[$0], as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
    #expect(parts == [#"{"a":"]},[\"","n":1e999}"#, "2", "[3,[4]]", #""x\\""#, "null"])
    #expect(JSONParts.split(Array("[]".utf8)) == [])
    for broken in ["", "{}", "[1", "[1,", "[,]", "[1]x", #"["a]"#, "[{]}"] {
      let split = JSONParts.split(Array(broken.utf8))
      #expect(split == nil || broken == "[{]}", "\(broken)")
    }
    #expect(
      JSONParts.members(Array(#"{"id":"x","far":1e999,"n":2}"#.utf8)) == ["id": "x", "n": 2])
  }

  @Test func claimsAreReadAndOthersAreNoTokens() {
    let token = "e30." + "eyJzdWIiOiJhYi1jZCIsInJvbGUiOiJhbm9uIn0" + ".x"
    #expect(AccessTokenClaims(token)?.subject == "ab-cd")
    #expect(AccessTokenClaims(token)?.role == "anon")
    for text in ["", "sb_publishable_abc", "a.b.c", "a.b", "....", "e30.W10.x"] {
      #expect(AccessTokenClaims(text) == nil, "\(text)")
    }
    #expect(ProjectKey("sb_publishable_abc").bearer == nil)
    #expect(ProjectKey(" \(token)\n").bearer == token)
  }

  /// The user may close the sign-in window, for example: that does not cancel the sync.
  @Test func aProviderThatWasCancelledGivesNoToken() async {
    let credentials = RequestAuthorization(
      key: ProjectKey("key"), provider: HBAccessTokenProvider { _ in throw CancellationError() })
    let said = ServerResponse(status: 401, message: "the user's token could not be fetched")
    await #expect(throws: CloudFailure.unauthorized(said)) { try await credentials.reload() }
    await #expect(throws: CloudFailure.unauthorized(said)) {
      try await credentials.renewed(after: "old")
    }
    let ended = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await #expect(throws: CloudFailure.cancelled) { try await credentials.reload() }
    }
    _ = await ended.value
  }

  @Test func refusalsAreToldApart() {
    func judge(_ status: Int, _ code: String?, _ type: String? = "application/json") -> String {
      let body = code.map { #"{"code":"\#($0)","message":"m","details":null,"hint":null}"# } ?? ""
      var headers: [String: String] = [:]
      headers["content-type"] = type
      let answer = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
      let failure = TableRefusal.judge(answer, nil)
      return failure.map { String("\($0)".prefix { $0 != "(" }) } ?? "none"
    }
    let expected: [(Int, String?, String)] = [
      (200, nil, "none"), (206, nil, "none"), (401, "PGRST301", ".unauthorized"),
      (401, "PGRST303", ".unauthorized"), (401, "42501", ".rejected"),
      (403, "42501", ".rejected"), (404, "PGRST205", ".missing"), (404, "42P01", ".missing"),
      (400, "PGRST204", ".missing"), (400, "42703", ".missing"), (409, "23503", ".missingParent"),
      (409, "23505", ".rejected"), (400, "22P05", ".rejected"), (400, "23514", ".rejected"),
      (500, "21000", ".rejected"), (500, "57014", ".busy"), (500, "40001", ".busy"),
      (503, "PGRST001", ".busy"), (504, "PGRST003", ".busy"), (413, nil, ".tooLarge"),
      (429, nil, ".busy"), (522, nil, ".busy"), (302, nil, ".unexpectedAnswer"),
      (400, "PGRST100", ".rejected"),
    ]
    for (status, code, failure) in expected {
      let found = judge(status, code)
      #expect(found.hasSuffix(failure.dropFirst()), "\(status) \(code ?? "-"): \(found)")
    }
    #expect(judge(502, nil, "text/html").hasSuffix("unexpectedAnswer"))
    #expect(judge(502, nil, "text/plain").hasSuffix("unexpectedAnswer"))
    #expect(judge(429, nil, "text/plain").hasSuffix("busy"))
    #expect(judge(429, nil, "text/html").hasSuffix("unexpectedAnswer"))
  }

  /// A gateway that limits requests answers before PostgREST or Storage does, in plain text.
  @Test(arguments: [TableRefusal.judge, StorageRefusal.judge])
  func whoeverThrottlesInPlainTextIsLeftAloneForAsLong(judge: @escaping CloudClient.Judge)
    async throws
  {
    let answer = HTTPResponse(
      status: 429, headers: ["content-type": "text/plain", "retry-after": "90"],
      body: Array("too many requests".utf8))
    let client = CloudClient(
      address: try #require(CloudAddress("https://project.supabase.co")),
      credentials: RequestAuthorization(key: ProjectKey("key"), provider: nil),
      transport: OneAnswer(answer: answer), retry: RequestRetry(), clock: { .noon() })
    let request = try client.request(.get, ["rest", "v1", "spaces"])
    let said = ServerResponse(status: 429, message: "too many requests")
    await #expect(throws: CloudFailure.busy(said, retryAfter: 90)) {
      try await client.send(request, judge)
    }
  }
}

/// A server that always gives the same answer.
private struct OneAnswer: HTTPTransport {
  let answer: HTTPResponse

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { answer }
}
