import Hyperbasis
import HyperbasisHistory
import HyperbasisModels

// Spaces that are there but cannot be seen.

extension StoreSession {
  /// Calls `body`, which looks for something by its name. Where it is not found because a folder of
  /// the store cannot be listed, or because it is in the trash, that is what is said.
  func unlessFoldersAreHidden<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SelectorError {
      switch error {
      case .noSpace, .notFound: try checkFolders()
      // What was found is there, whatever else may be.
      case .notNamed, .ambiguous, .tooShort: throw error
      }
      throw failureOfTrash(error) ?? error
    }
  }

  /// - Throws: ``CommandFailure`` where a folder with spaces cannot be listed.
  func checkFolders() throws {
    do {
      try store.catalog.checkFolders()
    } catch HBStorageError.fileSystemError(let underlying) {
      throw CommandFailure.failed(HBStorageError.describe(underlying))
    }
  }
}
