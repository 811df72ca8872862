import Foundation
import HyperbasisModels
package import SystemPackage

/// A call to the file system that failed: what was to be done, to which file, and why.
package struct FileError: LocalizedError, Equatable, Sendable {
  package let operation: FileOperation
  package let path: FilePath
  package let code: Errno
  /// Why the store does not touch a file that the system would let it have; nil for an error of
  /// the system.
  package let refusal: FileRefusal?

  package init(_ operation: FileOperation, _ path: FilePath, _ code: Errno) {
    self.operation = operation
    self.path = path
    self.code = code
    refusal = nil
  }

  package init(_ operation: FileOperation, _ path: FilePath, _ refusal: FileRefusal) {
    self.operation = operation
    self.path = path
    code = .invalidArgument
    self.refusal = refusal
  }

  /// The error of a file that another error stands for; nil where it stands for none.
  package init?(in error: any Error) {
    switch error {
    case let error as FileError: self = error
    case HBStorageError.fileSystemError(let underlying): self.init(in: underlying)
    default: return nil
    }
  }

  /// The system's reason comes first: where there is little room, a path is what can be cut.
  package var errorDescription: String? {
    // The path is none of this machine.
    if case .foreignURL(let url)? = refusal { return url.refusal }
    let what = "\(path.string) could not be \(operation.rawValue)"
    return misfit.map { "\(what): \($0)" } ?? "\(code): \(what); \(advice)"
  }

  /// Why, and what to do, without the path.
  package var reason: String { misfit ?? "\(code); \(advice)" }

  /// What stands in the place of a file, with what to do; nil where it is not that.
  private var misfit: String? {
    if let refusal { return refusal.text }
    switch code {
    case .tooManySymbolicLinkLevels:
      return "it is a symbolic link, or a folder above it is; put the file itself there"
    case .isDirectory: return "it is a folder where a file belongs; move it away"
    case .notDirectory: return "a file stands where a folder above it belongs; move it away"
    default: return nil
    }
  }

  /// Whether the trouble is that of one file, so that work on others can go on. What is left is
  /// the process or the machine that lacks something.
  package var concernsOneFile: Bool {
    if case .foreignURL? = refusal { return false }
    return switch code {
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .resourceTemporarilyUnavailable:
      false
    default: true
    }
  }

  /// Whether it is the file that cannot be written.
  package var isFailureToWrite: Bool { operation.isWriting && concernsOneFile }

  /// Whether the file may be as it should be, only that the system does not let it be read. Else
  /// something else stands in its place.
  package var isUnreadable: Bool { misfit == nil && !operation.isWriting }

  /// Whether something else stands where a file was to be read.
  package var isOfAnotherKind: Bool { misfit != nil && [.open, .read].contains(operation) }

  /// Only for whoever has not saved anything yet.
  package static let retryAdvice = "then try again"

  private var advice: String {
    switch code {
    case .noSpace, .diskQuotaExceeded: "free some space, \(Self.retryAdvice)"
    case .permissionDenied, .notPermitted: "check who owns it and its permissions"
    case .readOnlyFileSystem: "the file system is read-only; copy the store elsewhere"
    case .noSuchFileOrDirectory: "check the path"
    case .ioError: "check the disk; what was saved before is not affected"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      "close other files or raise the limit (ulimit -n)"
    case .noMemory: "end other programs or raise the limit (ulimit -v)"
    default: "check the path and the disk"
    }
  }
}

/// Why the store does not touch a file.
package enum FileRefusal: Equatable, Sendable {
  /// Only regular files hold what a store holds.
  case notRegular(FileKind)
  /// What is given as a store's folder is something else.
  case notFolder
  /// What is given as a store's folder is not the URL of a file.
  case foreignURL(ForeignURL)
  /// More bytes than such a file ever has.
  case tooLarge(limit: Int)
  /// Another name leads to the same bytes, which a change would change there as well.
  case hardLinked
}

extension FileRefusal {
  var text: String {
    switch self {
    case .foreignURL(let url): url.refusal
    case .notFolder: "it is not a folder; give the folder of a store"
    case .notRegular(let kind): "it is \(kind.rawValue) where a file belongs; move it away"
    case .tooLarge(let limit): "it is larger than \(limit) bytes; move it away"
    case .hardLinked:
      "another name (a hard link) leads to the same file; put a copy in its place"
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
  case openForWriting = "opened for writing"
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

extension FileOperation {
  /// Whether it changes something, or is the first step to that.
  package var isWriting: Bool {
    switch self {
    case .open, .inspect, .read, .list: false
    case .openForWriting, .write, .truncate, .synchronize, .rename, .remove, .createDirectory,
      .lock:
      true
    }
  }
}

extension OpenMode {
  /// What is done to a file that is opened so.
  package var operation: FileOperation {
    switch self {
    case .read, .directory: .open
    case .append, .appendNew, .createNew, .lock: .openForWriting
    }
  }
}
