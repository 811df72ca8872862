import Hyperbasis
import HyperbasisHistory
import HyperbasisModels

// Spaces that exist but cannot be seen.

extension StoreSession {
  /// Calls `body`, which looks for something by its name. If it is not found because a folder of the
  /// store cannot be listed, or because it is in the trash, the error says so instead.
  func unlessFoldersAreHidden<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SelectorError {
      switch error {
      case .noSpace, .notFound: try checkFolders()
      // Something was found, whatever else there may be.
      case .notNamed, .ambiguous, .tooShort: throw error
      }
      throw failureOfTrash(error) ?? error
    }
  }

  /// - Throws: ``CommandFailure`` if a folder with spaces cannot be listed.
  func checkFolders() throws {
    do {
      try store.catalog.checkFolders()
    } catch HBStorageError.fileSystemError(let underlying) {
      throw CommandFailure.failed(HBStorageError.describe(underlying))
    }
  }
}
