import Foundation
import HyperbasisSync
import SystemPackage

extension SupabaseService {
  func upload(
    map: WorldMapFile, of space: UUID, resuming uploads: any OpenUploads
  ) async throws(CloudFailure) -> WorldMapReference {
    try await maps.upload(map, of: space, resuming: uploads)
  }

  func download(
    map: WorldMapReference, of space: UUID, to path: FilePath
  ) async throws(CloudFailure) {
    try await maps.download(map, of: space, to: path)
  }

  func version(
    of map: WorldMapReference
  ) async throws(CloudFailure) -> String? {
    guard let path = ObjectPath(map.address) else { return nil }
    return try await maps.version(of: path, link: client.address.url(ifBelow: map.address))
  }

  func remove(map: WorldMapReference, of space: UUID) async throws(CloudFailure) {
    // What is not in Storage, or belongs to others, is not ours to remove.
    guard let path = ObjectPath(map.address), path.belongs(to: space) else {
      return
    }
    try await maps.remove(path)
  }
}
