import Foundation
import SystemPackage

extension FilePath {
  /// The path to the same file without links, as far as it exists.
  var resolvingLinks: FilePath {
    FilePath(URL(filePath: string).resolvingSymlinksInPath().path)
  }

  /// The path with only the links of its folder resolved: a link at the path itself gets replaced.
  var resolvingFolder: FilePath {
    guard let lastComponent else { return resolvingLinks }
    let folder = removingLastComponent()
    return (folder.isEmpty ? FilePath(".") : folder).resolvingLinks.appending(lastComponent)
  }
}
