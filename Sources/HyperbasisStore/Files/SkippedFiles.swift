import HyperbasisModels
import Synchronization
package import SystemPackage

/// The files of an open store that cannot be read as what they should be: they are left out, stay
/// where they are, and are listed on request.
package final class SkippedFiles: Sendable {
  private let met = Mutex<[FilePath: SkippedFile]>([:])
}

/// Why a file is left out.
package struct SkippedFile: Equatable, Sendable {
  package let reason: String
  /// Whether the system does not let it be read, so that its contents are unknown; otherwise it is
  /// damaged, or not a file.
  package let isUnreadable: Bool

  package init(reason: String, isUnreadable: Bool = false) {
    self.reason = reason
    self.isUnreadable = isUnreadable
  }
}

extension SkippedFiles {
  /// The files met so far, with what is wrong with each.
  package var all: [FilePath: SkippedFile] { met.withLock { $0 } }

  package func add(_ path: FilePath, _ reason: String) {
    add(path, SkippedFile(reason: reason))
  }

  /// Adds the files that another instance has met.
  func add(_ others: SkippedFiles) {
    for (path, file) in others.all { add(path, file) }
  }

  private func add(_ path: FilePath, _ file: SkippedFile) {
    met.withLock { $0[path] = file }
  }

  /// Reads something from a file.
  ///
  /// - Returns: nil if the file is damaged or cannot be read, which is noted.
  /// - Throws: errors that concern more than this file, such as a lack of file handles.
  package func reading<Result>(_ path: FilePath, _ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch {
      guard Self.concernsOneFile(error) else { throw error }
      let failure = FileError(in: error)
      add(
        path,
        SkippedFile(
          reason: HBStorageError.describe(failure ?? error),
          isUnreadable: failure?.isUnreadable ?? false))
      return nil
    }
  }

  /// Whether an error concerns one file only, so that work on others can go on.
  package static func concernsOneFile(_ error: any Error) -> Bool {
    switch error {
    case let error as FileError: error.concernsOneFile
    case HBStorageError.fileSystemError(let underlying): concernsOneFile(underlying)
    case HBStorageError.decodingFailed, HBStorageError.decompressionFailed: true
    default: false
    }
  }
}
