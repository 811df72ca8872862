import Foundation
import SystemPackage

extension FilePath {
  /// The same file by a path without links, as far as it exists.
  var resolvingLinks: FilePath {
    FilePath(URL(filePath: string).resolvingSymlinksInPath().path)
  }

  /// The same with links of the folder resolved: a link in the place itself is what is replaced.
  var resolvingFolder: FilePath {
    guard let lastComponent else { return resolvingLinks }
    let folder = removingLastComponent()
    return (folder.isEmpty ? FilePath(".") : folder).resolvingLinks.appending(lastComponent)
  }
}
