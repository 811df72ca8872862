package import Foundation

/// Where the store lies that nobody names: one answer for the library and the command line.
package enum StoreDirectory {
  /// `$HYPERBASIS_STORE`, else `Documents/Hyperbasis` at home.
  package static func standard(_ environment: [String: String]) -> URL {
    if let path = environment["HYPERBASIS_STORE"], !path.isEmpty {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    return standard(home: home(environment))
  }

  /// `Documents/Hyperbasis` at home.
  package static func standard(home: URL) -> URL {
    home.appending(path: "Documents/Hyperbasis", directoryHint: .isDirectory)
  }

  /// `~` as the shell has it: `$HOME`, else the account's home.
  package static func home(_ environment: [String: String]) -> URL {
    guard let path = environment["HOME"], path.hasPrefix("/") else {
      return FileManager.default.homeDirectoryForCurrentUser
    }
    return URL(filePath: path, directoryHint: .isDirectory)
  }
}
