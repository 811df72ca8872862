import HyperbasisAnchorLog
import HyperbasisModels

// Handles logs that another program overwrites in place, against the rules. What is in memory of such
// a log is dropped, so that the next look reads it from its start.
extension OpenSpace {
  /// Calls `body`, and once more if that finds that the log has been overwritten.
  ///
  /// - Parameter body: writes nothing before it has read all that it needs.
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)`` if the log keeps being overwritten.
  func readingAnew<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch HBStorageError.eventLogCorrupted(spaceId) {
      return try body()
    }
  }

  /// Calls `body`, which reads the log through a copy of its index.
  func withCopy<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      if error is LogError { forgetOverwritten() }
      throw noticed(error)
    }
  }

  /// Drops what is in memory of a log that has been overwritten.
  package func forgetOverwritten() {
    dropMemory()
    removeIndex()
  }

  /// Returns the error as an app knows it.
  func noticed(_ error: any Error) -> any Error {
    guard error is LogError else { return error }
    removeIndex()
    return HBStorageError.eventLogCorrupted(spaceId: spaceId)
  }

  /// Removes the index, which may be as outdated as what was in memory.
  private func removeIndex() {
    if context.indexPolicy.isWritten { context.index(of: spaceId).remove() }
  }
}
