import Foundation
import Hyperbasis
import SupabaseTestSupport

@testable import HyperbasisSupabase

/// A machine with a store of its own and a project as its cloud, set up as an app does.
struct Machine {
  let folder: URL
  let storage: HBStorage

  init(
    _ project: SupabaseProject, key: String? = nil, strategy: HBSyncStrategy = .manual,
    accessToken: HBAccessTokenProvider? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    storage = HBStorage(
      config: HBStorageConfig(
        backend: .supabase(
          url: project.url.absoluteString, anonKey: key ?? project.anonymousKey),
        syncStrategy: strategy, directory: folder, accessToken: accessToken))
  }

  /// Runs the body with some machines, and removes their stores.
  static func with<Value>(
    _ machines: [Machine], _ body: ([Machine]) async throws -> Value
  ) async throws -> Value {
    defer { for machine in machines { try? FileManager.default.removeItem(at: machine.folder) } }
    return try await body(machines)
  }
}

extension SupabaseProject {
  /// Returns the service as the library creates it, for individual calls.
  func service(
    key: String? = nil, accessToken: HBAccessTokenProvider? = nil, rowsPerPage: Int = 1000,
    files: any Hyperbasis.FileSystem = LiveFileSystem()
  ) throws -> SupabaseService {
    guard let address = CloudAddress(url.absoluteString) else {
      throw CloudFailure.invalidAddress(url.absoluteString)
    }
    return SupabaseService(
      address: address, key: key ?? anonymousKey, accessToken: accessToken, files: files,
      rowsPerPage: rowsPerPage)
  }
}

extension SupabaseServer.Tier {
  /// The tier that the client should find.
  var cloudTier: CloudTier { self == .seed ? .plain : .migrated }

  static var both: [SupabaseServer.Tier] { [.seed, .migrated] }
}

extension SupabaseService {
  /// Uploads a map without looking for an upload that was begun before.
  func upload(
    map: WorldMapFile, of space: UUID
  ) async throws(CloudFailure) -> WorldMapReference {
    try await upload(map: map, of: space, resuming: NoOpenUploads())
  }
}

/// Knows no uploads that were begun elsewhere.
struct NoOpenUploads: OpenUploads {
  func identifier(of upload: MapUpload) -> String? { nil }
  func begin(_ upload: MapUpload, as identifier: String) {}
  func end(_ upload: MapUpload) {}
}
