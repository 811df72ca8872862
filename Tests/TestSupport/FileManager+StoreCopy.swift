package import Foundation

extension FileManager {
  /// Copies what a folder holds into another one, which may be there and hold something.
  ///
  /// The copy may be written and removed also where the original may only be read.
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
