import Foundation
import Hyperbasis
import SupabaseTestSupport

@testable import HyperbasisSupabase

/// A machine with a store of its own and a project as its cloud, as an app sets it up.
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
  /// The service as the library makes it, for calls one by one.
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
  /// What the client is to find.
  var cloudTier: CloudTier { self == .seed ? .plain : .migrated }

  static var both: [SupabaseServer.Tier] { [.seed, .migrated] }
}

extension SupabaseService {
  /// Uploads a map of which nobody knows that it has begun.
  func upload(
    map: WorldMapFile, of space: UUID
  ) async throws(CloudFailure) -> WorldMapReference {
    try await upload(map: map, of: space, resuming: NoOpenUploads())
  }
}

/// Knows of nothing that another one began.
struct NoOpenUploads: OpenUploads {
  func identifier(of upload: MapUpload) -> String? { nil }
  func begin(_ upload: MapUpload, as identifier: String) {}
  func end(_ upload: MapUpload) {}
}
