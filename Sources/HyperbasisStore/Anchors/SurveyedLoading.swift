package import Foundation

/// By which look at the anchor files logs are loaded while a task works on many spaces: to look at
/// all files again for each space would take as long as there are spaces times files.
///
/// What somebody changes meanwhile is found with the next survey. Nothing else goes by it, as it would
/// by a ``SharedLook``: whoever works on spaces also deletes some, and asks which are still there.
enum SurveyedLoading {
  @TaskLocal static var listing: AnchorListing?
}

extension StoreSurvey {
  /// Opens spaces by this survey while `body` runs, which is to follow it at once.
  package func loadingSpaces<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SurveyedLoading.$listing.withValue(anchors) { try body() }
  }

  /// Opens spaces by this survey while `body` runs; what files hold is read again then.
  package func whileLoadingSpaces<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    // Handed on as it is: a closure around it would run elsewhere and come back, and somebody could
    // come in between.
    try await SurveyedLoading.$listing.withValue(
      anchors.withoutContents, operation: body, isolation: isolation)
  }
}

extension OpenSpaces {
  /// Drops what is in memory of a space where its anchor files have changed since it was loaded.
  package func reload(_ id: UUID, ifChangedSince survey: StoreSurvey) {
    self[id].forget(unlessLoadedWith: survey.anchorDigest(of: id))
  }
}
