package import Foundation
import HyperbasisModels
package import SystemPackage

/// A failed call to the file system: what was attempted, on which file, and why it failed.
package struct FileError: LocalizedError, Equatable, Sendable {
  package let operation: FileOperation
  package let path: FilePath
  package let code: Errno
  /// Why the store does not touch a file that the system would let it access; nil for an error of
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

  /// Extracts the file error that another error is or wraps; nil if there is none.
  package init?(in error: any Error) {
    switch error {
    case let error as FileError: self = error
    case HBStorageError.fileSystemError(let underlying): self.init(in: underlying)
    default: return nil
    }
  }

  /// The system's reason comes first: if there is little room, the path is what may be cut off.
  package var errorDescription: String? {
    // The path is not one of this machine.
    if case .foreignURL(let url)? = refusal { return url.refusal }
    let what = "\(path.string) could not be \(operation.rawValue)"
    return misfit.map { "\(what): \($0)" } ?? "\(code): \(what); \(advice)"
  }

  /// Why it failed and what to do about it, without the path.
  package var reason: String { misfit ?? "\(code); \(advice)" }

  /// What stands in the place of the file, and what to do about it; nil if that is not the problem.
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

  /// Whether the error concerns one file only, so that work on others can go on. Otherwise the
  /// process or the machine lacks something.
  package var concernsOneFile: Bool {
    if case .foreignURL? = refusal { return false }
    return switch code {
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .resourceTemporarilyUnavailable:
      false
    default: true
    }
  }

  /// Whether it is this file that cannot be written.
  package var isFailureToWrite: Bool { operation.isWriting && concernsOneFile }

  /// Whether the system does not let the file be read, which may well be sound. Otherwise something
  /// else stands in its place.
  package var isUnreadable: Bool { misfit == nil && !operation.isWriting }

  /// Whether something other than a file was found where one should be read.
  package var isOfAnotherKind: Bool { misfit != nil && [.open, .read].contains(operation) }

  /// Fits only if nothing has been saved yet.
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
  /// It is not a regular file, which is all that a store reads or writes.
  case notRegular(FileKind)
  /// The path given as a store's folder is not a folder.
  case notFolder
  /// The store's folder was there, and is not any more.
  case storeGone
  /// The URL given as a store's folder is not a file URL.
  case foreignURL(ForeignURL)
  /// It has more bytes than such a file ever has.
  case tooLarge(limit: Int)
  /// Another name leads to the same bytes, so that a change would show there as well.
  case hardLinked
  /// It is the log of another space.
  case logOfSpace(UUID)
}

extension FileRefusal {
  var text: String {
    switch self {
    case .foreignURL(let url): url.refusal
    case .notFolder: "it is not a folder; give the folder of a store"
    case .storeGone: "the folder of the store is gone; put it back, then try again"
    case .notRegular(let kind): "it is \(kind.rawValue) where a file belongs; move it away"
    case .tooLarge(let limit): "it is larger than \(limit) bytes; move it away"
    case .hardLinked:
      "the file has another name (a hard link); replace it with a copy"
    case .logOfSpace(let id):
      "it is the log of space \(id.uuidString); move it away, and put the log that belongs here back"
    }
  }
}

/// Calls `body`, which accesses the file system, and turns its errors into the store's.
package func reachingFiles<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as FileError {
    throw HBStorageError.fileSystemError(underlying: error)
  }
}

/// What was attempted on a file.
package enum FileOperation: String, Sendable {
  case open = "opened"
  case openForWriting = "opened for writing"
  case inspect = "inspected"
  case read
  case write = "written"
  case truncate = "shortened"
  case synchronize = "flushed to the disk"
  case rename = "renamed"
  case remove = "removed"
  case createDirectory = "created"
  case list = "listed"
  case lock = "locked"
  case unlock = "unlocked"
}

extension FileOperation {
  /// Whether it changes something, or is the first step to that.
  package var isWriting: Bool {
    switch self {
    case .open, .inspect, .read, .list, .unlock: false
    case .openForWriting, .write, .truncate, .synchronize, .rename, .remove, .createDirectory,
      .lock:
      true
    }
  }
}

extension OpenMode {
  /// The operation of opening a file in this mode.
  package var operation: FileOperation {
    switch self {
    case .read, .directory: .open
    case .append, .appendNew, .createNew, .lock: .openForWriting
    }
  }
}
