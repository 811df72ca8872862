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

  /// Puts a space back with its log that the cloud has again: its history may be nowhere else.
  ///
  /// A copy that was thrown away while nobody followed it stays in the trash: nothing that was done to
  /// it is meant for the cloud. So does one that somebody has deleted just now.
  ///
  /// - Returns: whether there was one to put back.
  func putBack(_ spaceId: UUID) throws -> Bool {
    guard let last = try trash.deletions(of: spaceId).last, try isTold(last.folder),
      try trash.holdsLog(of: last), try trash.obstacle(to: last) == nil
    else { return false }
    try trash.putBack(last)
    return true
  }

  /// Whether this cloud knows of a deletion, which was one of more than a copy.
  private func isTold(_ folder: FilePath) throws -> Bool {
    try reachingFiles {
      try trash.context.files.status(at: mark(in: folder)) != nil
        && trash.context.files.status(at: Self.copyMark(in: folder)) == nil
    }
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
