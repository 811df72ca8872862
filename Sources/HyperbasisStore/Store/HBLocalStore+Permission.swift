import Foundation
import SystemPackage

extension HBLocalStore {
  /// Whether the system lets this user write to the store's folders. A store that is not there yet comes
  /// into being with the first save.
  package var mayBeWritten: Bool {
    context.protectedFolder(among: [context.layout.locks, context.layout.logs.directory]) == nil
  }

  /// - Throws: ``FileError`` if the system does not let this user write to the store's folders.
  package func requirePermission() throws {
    try reachingFiles {
      try context.requirePermission(for: [context.layout.locks, context.layout.logs.directory])
    }
  }
}

extension StoreContext {
  /// - Throws: ``FileError`` for the first of the folders in which the system does not let this user
  ///   change anything.
  func requirePermission(for folders: [FilePath]) throws(FileError) {
    guard let folder = protectedFolder(among: folders) else { return }
    throw FileError(.openForWriting, folder, .permissionDenied)
  }

  /// Returns the first of the folders in which the system does not let this user change anything; nil if
  /// there is none. A folder that is not there would be made in the nearest one above it.
  func protectedFolder(among folders: [FilePath]) -> FilePath? {
    guard FileManager.default.fileExists(atPath: layout.base.string) else { return nil }
    return folders.map(nearestFolder).first {
      !FileManager.default.isWritableFile(atPath: $0.string)
    }
  }

  /// Returns the folder itself if it is there, else the one in which it would be made.
  private func nearestFolder(to folder: FilePath) -> FilePath {
    var folder = folder
    while folder != layout.base, !FileManager.default.fileExists(atPath: folder.string) {
      folder.removeLastComponent()
    }
    return folder
  }
}
