import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SupabaseServer {
  private struct Nothing: Codable {}

  /// Sends a command, and decodes the answer.
  func ask<Body: Encodable, Answer: Decodable>(
    _ method: String, _ path: String, _ body: Body
  ) async throws -> Answer {
    var request = URLRequest(url: control.appending(path: path))
    request.httpMethod = method
    if method != "GET" { request.httpBody = try JSONEncoder().encode(body) }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw SupabaseServerError(
        description: "\(method) \(path): \(String(decoding: data, as: UTF8.self))")
    }
    return try JSONDecoder().decode(Answer.self, from: data)
  }

  func ask<Answer: Decodable>(_ method: String, _ path: String) async throws -> Answer {
    try await ask(method, path, Nothing())
  }

  func tell(_ method: String, _ path: String, _ body: some Encodable) async throws {
    let _: Nothing = try await ask(method, path, body)
  }

  func tell(_ method: String, _ path: String) async throws {
    try await tell(method, path, Nothing())
  }
}
