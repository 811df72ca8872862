package import Foundation
package import SystemPackage

/// A folder of the real file system that is removed with its last reference.
package final class TrialFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-trial-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // What cannot be removed stays among the temporary files.
    try? FileManager.default.removeItem(at: url)
  }

  package var path: FilePath { FilePath(url.path) }

  package func log(of space: UUID) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: StoreLogs.path(of: space, base: path).string))
  }
}
