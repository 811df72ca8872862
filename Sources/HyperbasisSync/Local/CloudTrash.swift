import Foundation
import HyperbasisStore
import SystemPackage

/// The trash, as far as a cloud is concerned.
///
/// What was thrown away here looks like what a pass threw away because others had. A mark in its
/// folder tells them apart; it outlives the base, which may be lost at any time.
struct CloudTrash: Sendable {
  let trash: SpaceTrash
  let cloud: CloudIdentity
}

extension CloudTrash {
  /// Whether a space lies in the trash of which the cloud has not been told.
  func holdsUntold(_ spaceId: UUID) throws -> Bool {
    try reachingFiles {
      try trash.folders(of: spaceId).contains { folder in
        try trash.context.files.status(at: mark(in: folder)) == nil
      }
    }
  }

  /// Deletes a space that is gone from the cloud already.
  func deleteSpace(_ id: UUID) throws {
    try trash.deleteSpace(id) { try noteDeletion(of: id) }
  }

  /// Notes that the cloud does not have a space any more, whoever deleted it, and how often.
  func noteDeletion(of spaceId: UUID) throws {
    try reachingFiles {
      for folder in try trash.folders(of: spaceId) {
        // A directory is made in one step, and may be made again.
        _ = try trash.context.files.createDirectory(mark(in: folder))
      }
    }
  }

  private func mark(in folder: FilePath) -> FilePath {
    folder.appending("\(SpaceTrash.cloudMark)\(cloud.fileName)")
  }
}
