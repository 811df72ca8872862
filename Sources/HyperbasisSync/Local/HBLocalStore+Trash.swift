package import Foundation
import HyperbasisStore
import SystemPackage

// What was thrown away here looks like what a pass threw away because others had. A mark in its
// folder tells them apart; it outlives the base, which may be lost at any time.

extension HBLocalStore {
  /// Whether a folder of a space lies in the trash.
  package func isInTrash(_ spaceId: UUID) throws -> Bool {
    try reaching { try !trash(of: spaceId).isEmpty }
  }

  /// Whether a space lies in the trash of which a cloud has not been told.
  func isInTrash(_ spaceId: UUID, unknownTo cloud: CloudIdentity) throws -> Bool {
    try reaching {
      try trash(of: spaceId).contains { folder in
        try context.files.status(at: mark(of: cloud, in: folder)) == nil
      }
    }
  }

  /// Deletes a space that is gone from a cloud already.
  func deleteSpace(id: UUID, goneFrom cloud: CloudIdentity) throws {
    try deleteSpace(id: id) { try noteDeletion(of: id, goneFrom: cloud) }
  }

  /// Notes that a cloud does not have a space any more, whoever deleted it, and how often.
  func noteDeletion(of spaceId: UUID, goneFrom cloud: CloudIdentity) throws {
    try reaching {
      for folder in try trash(of: spaceId) {
        // A directory is made in one step, and may be made again.
        _ = try context.files.createDirectory(mark(of: cloud, in: folder))
      }
    }
  }

  private func trash(of spaceId: UUID) throws(FileError) -> [FilePath] {
    let trash = context.layout.trash
    return try context.files.entries(of: trash)
      .filter { $0.isDirectory && $0.name.hasPrefix("\(spaceId.uuidString).") }
      .map { trash.appending($0.name) }
  }

  private func mark(of cloud: CloudIdentity, in folder: FilePath) -> FilePath {
    folder.appending("gone-from-\(cloud.fileName)")
  }
}
