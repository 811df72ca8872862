package import Foundation

/// The look at the anchor files by which logs are loaded while a task works on many spaces: looking
/// at all files again for each space would take time in proportion to spaces times files.
///
/// Changes made meanwhile are found by the next survey. Unlike a ``SharedLook``, it serves loading
/// only: a task that works on spaces also deletes some, and asks which are still there.
enum SurveyedLoading {
  @TaskLocal static var listing: AnchorListing?
}

extension StoreSurvey {
  /// Loads spaces by this survey while `body` runs, which must directly follow the survey.
  package func loadingSpaces<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SurveyedLoading.$listing.withValue(anchors) { try body() }
  }

  /// Loads spaces by this survey while `body` runs; the contents of files are read again.
  package func whileLoadingSpaces<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    // `body` is passed on as it is: a closure around it would run on another executor and come back,
    // and other work could get in between.
    try await SurveyedLoading.$listing.withValue(
      anchors.withoutContents, operation: body, isolation: isolation)
  }
}

extension OpenSpaces {
  /// Drops a space from memory if its anchor files have changed since it was loaded.
  package func reload(_ id: UUID, ifChangedSince survey: StoreSurvey) {
    self[id].forget(unlessLoadedWith: survey.anchorDigest(of: id))
  }
}
