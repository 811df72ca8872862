import Foundation
import HyperbasisModels
package import SystemPackage

/// A call to the file system that failed: what was to be done, to which file, and why.
package struct FileError: LocalizedError, Equatable, Sendable {
  package let operation: FileOperation
  package let path: FilePath
  package let code: Errno

  package init(_ operation: FileOperation, _ path: FilePath, _ code: Errno) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  package var errorDescription: String? {
    "\(path.string) could not be \(operation.rawValue): \(code); \(advice)"
  }

  private var advice: String {
    switch code {
    case .noSpace, .diskQuotaExceeded: "free some space, then try again"
    case .permissionDenied, .notPermitted: "check who owns it and its permissions"
    case .readOnlyFileSystem: "the file system is read-only; copy the store elsewhere"
    case .tooManySymbolicLinkLevels: "it is a symbolic link; put the file itself there"
    case .noSuchFileOrDirectory: "check the path"
    case .ioError: "check the disk; what was saved before is not affected"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "close other files or raise the limit"
    case .isDirectory, .notDirectory: "move away what stands at that path"
    default: "check the path and the disk"
    }
  }
}

/// Calls `body`, which reaches the file system, and makes its errors the store's.
package func reachingFiles<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as FileError {
    throw HBStorageError.fileSystemError(underlying: error)
  }
}

/// What was to be done to a file.
package enum FileOperation: String, Sendable {
  case open = "opened"
  case inspect = "inspected"
  case read
  case write = "written"
  case truncate = "cut back"
  case synchronize = "flushed to the disk"
  case rename = "renamed"
  case remove = "removed"
  case createDirectory = "created"
  case list = "listed"
  case lock = "locked"
}
