/// A failure of the server or of the connection, for the requests that match. Effects that are left out
/// do not happen. Without a method and a path it hits every request.
package struct SupabaseFault: Encodable, Sendable {
  package enum Moment: String, Encodable, Sendable {
    case beforeCommit = "before-commit"
    case afterCommit = "after-commit"
  }

  /// The method of the requests, and a regular expression for their `path?query`.
  package var method: String?
  package var path = ""
  /// How many matching requests to spare first, and how many to hit then, where nil means all.
  package var skip = 0
  package var times: Int? = 1
  /// The share of requests that is hit, drawn from the seed.
  package var probability = 1.0
  package var seed = 0

  /// Seconds to wait before anything else happens.
  package var delay = 0.0
  /// A status that the service itself did not return, such as 429 or 503.
  package var status: Int?
  /// The value of its header `Retry-After`.
  package var retryAfter: String?
  /// With a status: answer with a proxy's HTML page instead of JSON.
  package var html = false
  /// With a status: answer with only the status and its headers.
  package var bare = false
  /// Breaks the connection without an answer.
  package var drop: Moment?
  /// Breaks the connection after this many bytes of the answer's body.
  package var truncate: Int?
  /// Breaks the connection after this many bytes of the request's body.
  package var cutUpload: Int?
  /// Treats the tokens of users as expired; keys remain valid.
  package var expireTokens = false

  /// A fault for all requests, which does nothing yet.
  package init() {}

  package init(_ change: (inout SupabaseFault) -> Void) {
    change(&self)
  }

  private enum CodingKeys: String, CodingKey {
    case method, path, skip, times, probability, seed, delay, status, html, bare, drop, truncate
    case retryAfter = "retry_after"
    case cutUpload = "cut_upload"
    case expireTokens = "expire_tokens"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(method, forKey: .method)
    try container.encode(path, forKey: .path)
    try container.encode(skip, forKey: .skip)
    // Written even if null: left out, it would mean once.
    try container.encode(times, forKey: .times)
    try container.encode(probability, forKey: .probability)
    try container.encode(seed, forKey: .seed)
    try container.encode(delay, forKey: .delay)
    try container.encodeIfPresent(status, forKey: .status)
    try container.encodeIfPresent(retryAfter, forKey: .retryAfter)
    try container.encode(html, forKey: .html)
    try container.encode(bare, forKey: .bare)
    try container.encodeIfPresent(drop, forKey: .drop)
    try container.encodeIfPresent(truncate, forKey: .truncate)
    try container.encodeIfPresent(cutUpload, forKey: .cutUpload)
    try container.encode(expireTokens, forKey: .expireTokens)
  }
}

extension SupabaseProject {
  /// Arms a fault; if several match a request, the one that was armed first takes effect.
  package func arm(_ fault: SupabaseFault) async throws {
    try await server.tell("POST", path("faults"), fault)
  }

  /// Ends all faults.
  package func disarm() async throws {
    try await server.tell("DELETE", path("faults"))
  }
}
