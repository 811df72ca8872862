import Foundation
import HyperbasisStore
import SystemPackage

/// The trash, as far as a cloud is concerned.
///
/// A space that was deleted here looks like one that a pass removed because others had deleted it. A mark
/// in its folder tells them apart; it outlives the base, which may be lost at any time.
struct CloudTrash: Sendable {
  let trash: SpaceTrash
  let cloud: CloudIdentity
}

extension CloudTrash {
  /// Whether the trash holds a space of whose deletion the cloud has not been told.
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

  /// Puts back, with its log, a space that the cloud has again: its history may be nowhere else.
  ///
  /// A copy that was thrown away while the space was not followed stays in the trash: nothing that was
  /// done to it is meant for the cloud. So does one that was deleted just now.
  ///
  /// - Returns: whether there was one to put back.
  func putBack(_ spaceId: UUID) throws -> Bool {
    guard let last = try trash.deletions(of: spaceId).last, try isTold(last.folder),
      try trash.holdsLog(of: last), try trash.obstacle(to: last) == nil
    else { return false }
    try trash.putBack(last)
    return true
  }

  /// Whether this cloud knows of a deletion, and more than a copy was deleted.
  private func isTold(_ folder: FilePath) throws -> Bool {
    try reachingFiles {
      try trash.context.files.status(at: mark(in: folder)) != nil
        && trash.context.files.status(at: Self.copyMark(in: folder)) == nil
    }
  }

  /// Notes that the cloud no longer has a space, in all its folders in the trash, whoever deleted it.
  func noteDeletion(of spaceId: UUID) throws {
    try reachingFiles {
      for folder in try trash.folders(of: spaceId) {
        // Creating a directory is atomic, and may be repeated.
        _ = try trash.context.files.createDirectory(mark(in: folder))
      }
    }
  }

  /// Notes that all that the trash holds of a space are copies that were thrown away while the space was
  /// not followed, of which no cloud must be told.
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
