import Foundation
import HyperbasisHTTP
import HyperbasisStore
import HyperbasisSync
import SystemPackage

extension SupabaseService {
  /// No client asks for more in practice.
  private static let mostRows = 5000

  /// Returns how many rows the server returns at once, if a table has more; nil otherwise.
  func rowLimit(_ found: [HBCloudTable]) async throws(CloudFailure) -> Int? {
    for table in [AnchorEventRow.table, AnchorRow.table, SpaceRow.table] {
      guard found.contains(where: { $0.name == table && $0.presence == .present }) else { continue }
      let query = TableQuery().select(["id"]).limit(Self.mostRows)
      let (reading, total) = try await tables.read(table, query, countsAll: true, as: RowId.self)
      if let total, reading.count < min(total, Self.mostRows) { return reading.count }
    }
    return nil
  }

  /// Begins an upload and takes it back: a bucket that may not be listed can still exist, and what counts
  /// is whether it may be written to.
  func inspectedBucket() async throws(CloudFailure) -> HBCloudReport.Bucket {
    do {
      try await maps.tryUpload()
      return .present
    } catch {
      switch error {
      case .missing: return .missing
      case .rejected(let answer), .notFound(let answer), .tooLarge(let answer),
        .unauthorized(let answer):
        return .refused(answer.text ?? "status \(answer.status)")
      default: throw error
      }
    }
  }
}

extension MapClient {
  fileprivate func tryUpload() async throws(CloudFailure) {
    let map = WorldMapFile(path: "/", sha256: "", byteCount: 1, isCompressed: false)
    var path = ObjectPath(map: "trial", of: UUID.random())
    path.name.insert("trial", at: 0)
    try await ResumableUpload(client: client, map: map, path: path).tryOut()
  }
}
