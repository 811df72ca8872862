package import Foundation

extension FileManager {
  /// Copies the contents of a folder into another one, which may exist and hold files.
  ///
  /// The copy can be written and removed even if the original is read-only.
  package func copyStore(_ source: URL, into copy: URL) throws {
    try createDirectory(at: copy, withIntermediateDirectories: true)
    for path in try subpathsOfDirectory(atPath: source.path) {
      let original = source.appending(path: path)
      let target = copy.appending(path: path)
      if try original.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        try createDirectory(at: target, withIntermediateDirectories: true)
      } else {
        try copyItem(at: original, to: target)
        try setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
      }
    }
  }
}
