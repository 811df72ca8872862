import Foundation
import SystemPackage

extension HBLocalStore {
  /// Whether the system lets this user write to the store's folders. A store that is not there yet comes
  /// into being with the first save.
  package var mayBeWritten: Bool {
    let layout = context.layout
    guard FileManager.default.fileExists(atPath: layout.base.string) else { return true }
    return [layout.locks, layout.logs.directory].allSatisfy { folder in
      FileManager.default.isWritableFile(atPath: nearest(to: folder, in: layout.base).string)
    }
  }

  /// The folder itself if it is there, else the one in which it would be made.
  private func nearest(to folder: FilePath, in base: FilePath) -> FilePath {
    var folder = folder
    while folder != base, !FileManager.default.fileExists(atPath: folder.string) {
      folder.removeLastComponent()
    }
    return folder
  }
}
