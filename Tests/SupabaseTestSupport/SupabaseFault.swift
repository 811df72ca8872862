/// A failure of the server or of the line, for the requests that match. What is left out does not
/// happen. Without a method and a path it hits every request.
package struct SupabaseFault: Encodable, Sendable {
  package enum Moment: String, Encodable, Sendable {
    case beforeCommit = "before-commit"
    case afterCommit = "after-commit"
  }

  /// The method of the requests, and a regular expression for their `path?query`.
  package var method: String?
  package var path = ""
  /// So many that match are spared first; then so many are hit, nil meaning all.
  package var skip = 0
  package var times: Int? = 1
  /// The share that is hit, drawn from the seed.
  package var probability = 1.0
  package var seed = 0

  /// Seconds before anything else happens.
  package var delay = 0.0
  /// An answer that the service never gave, such as 429 or 503.
  package var status: Int?
  /// Its header `Retry-After`.
  package var retryAfter: String?
  /// With a status: a page of a proxy instead of JSON.
  package var html = false
  /// With a status: nothing but it and its headers.
  package var bare = false
  /// Breaks the connection off without an answer.
  package var drop: Moment?
  /// Breaks the connection off after so many bytes of the answer's body.
  package var truncate: Int?
  /// Breaks the connection off after so many bytes of the request's body.
  package var cutUpload: Int?
  /// Takes the tokens of users for expired; keys go on.
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
    // With its null: left out it would mean once.
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
  /// Arms a fault; of several the one that was armed first and hits a request happens.
  package func arm(_ fault: SupabaseFault) async throws {
    try await server.tell("POST", path("faults"), fault)
  }

  /// Ends all faults.
  package func disarm() async throws {
    try await server.tell("DELETE", path("faults"))
  }
}
