import Foundation
import SupabaseTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Maps as written by programs that know only the two tables: under the space's own name, each in the
/// place of the one before.
extension SupabaseProject {
  func overwriteMap(of space: UUID, with bytes: Data) async throws {
    let path = "storage/v1/object/world-maps/\(space.uuidString.lowercased())"
    var request = URLRequest(url: url.appending(path: path))
    request.httpMethod = "POST"
    request.setValue(serviceKey, forHTTPHeaderField: "apikey")
    request.setValue("Bearer \(serviceKey)", forHTTPHeaderField: "Authorization")
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    request.setValue("true", forHTTPHeaderField: "x-upsert")
    let (_, response) = try await URLSession.shared.upload(for: request, from: bytes)
    try #require((response as? HTTPURLResponse)?.statusCode == 200)
  }

  /// Returns what such a program writes into `world_map_url`.
  func overwrittenMapAddress(of space: UUID) -> String {
    let name = space.uuidString.lowercased()
    return "\(url.absoluteString)/storage/v1/object/public/world-maps/\(name)"
  }
}
