import HyperbasisAnchorLog
import HyperbasisModels

// Logs that somebody writes over in place, against all agreement. What is in memory of such a log is
// dropped, so that the next look reads it from its start.
extension OpenSpace {
  /// Calls `body`, and once more where that meets a log that is not what it was.
  ///
  /// - Parameter body: writes nothing before it has read all that it needs.
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)`` where somebody keeps on writing over it.
  func readingAnew<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch HBStorageError.eventLogCorrupted(spaceId) {
      return try body()
    }
  }

  /// Calls `body`, which reads the log by a copy of its index.
  func withCopy<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      if error is LogError { forgetOverwritten() }
      throw noticed(error)
    }
  }

  /// Drops what is in memory of a log that is not what it was.
  package func forgetOverwritten() {
    dropMemory()
    removeIndex()
  }

  /// The error as an app knows it.
  func noticed(_ error: any Error) -> any Error {
    guard error is LogError else { return error }
    removeIndex()
    return HBStorageError.eventLogCorrupted(spaceId: spaceId)
  }

  /// What it knows of the log may be as old as what was in memory.
  private func removeIndex() {
    if context.indexPolicy.isWritten { context.index(of: spaceId).remove() }
  }
}
