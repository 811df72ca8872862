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
          && trash.context.files.status(at: Self.copyMark(in: folder)) == nil
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

  /// Notes that all that lies in the trash of a space is but a copy that was thrown away while nobody
  /// followed it, which no cloud is to be told.
  static func noteCopy(of spaceId: UUID, in trash: SpaceTrash) throws {
    for folder in try trash.folders(of: spaceId) {
      _ = try trash.context.files.createDirectory(copyMark(in: folder))
    }
  }

  private static func copyMark(in folder: FilePath) -> FilePath { folder.appending("a-copy") }

  private func mark(in folder: FilePath) -> FilePath {
    folder.appending("\(SpaceTrash.cloudMark)\(cloud.fileName)")
  }
}
