package import Foundation

/// Where the store lies if none is named: one answer for the library and the command line.
package enum StoreDirectory {
  /// Returns `$HYPERBASIS_STORE`, or else `Documents/Hyperbasis` in the home folder.
  package static func standard(_ environment: [String: String]) -> URL {
    if let path = environment["HYPERBASIS_STORE"], !path.isEmpty {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    return standard(home: home(environment))
  }

  /// Returns `Documents/Hyperbasis` in a home folder.
  package static func standard(home: URL) -> URL {
    home.appending(path: "Documents/Hyperbasis", directoryHint: .isDirectory)
  }

  /// Returns `~` as the shell expands it: `$HOME`, or else the account's home folder.
  package static func home(_ environment: [String: String]) -> URL {
    guard let path = environment["HOME"], path.hasPrefix("/") else {
      return FileManager.default.homeDirectoryForCurrentUser
    }
    return URL(filePath: path, directoryHint: .isDirectory)
  }
}
