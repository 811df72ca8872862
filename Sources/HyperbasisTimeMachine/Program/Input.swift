package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisSyncStatus

/// What happened: all that the time machine reacts to.
package enum Input: Sendable {
  /// A key, paste, the mouse, a new size, a signal.
  case terminal(InputEvent)
  case spacesLoaded(Result<[SpaceSummary], Failure>)
  /// What the cloud has.
  case cloudSpacesLoaded(Result<ListedCloudSpaces, Failure>)
  /// A space was fetched from the cloud, or not.
  case spacePulled(UUID, Result<HBSyncStatus, Failure>)
  /// A space was opened, or changed since.
  case snapshotLoaded(Result<SpaceData, Failure>)
  /// The open space was deleted by somebody else.
  case spaceDeleted(UUID)
  /// What a filter lets through is known.
  case prepared(EventFilter)
  /// What the second line of the time bar shows has been counted.
  case counted
  /// What a list waits for is known.
  case logRead
  /// What an import would write is known.
  case importSurveyed(Result<ImportPreview, Failure>)
  /// An import was written.
  case imported(Result<ImportOutcome, Failure>)
  case planReady(Result<HBPlan, Failure>)
  /// A plan was written, with the instants that it got.
  case executed(Result<HBPlan, Failure>)
  /// So many microseconds passed since the timer started or ticked last.
  case tick(microseconds: Int64)
  /// The bookmarks of a space after a request.
  case bookmarked(BookmarkRequest, spaceId: UUID, Result<[Bookmark], Failure>)
  /// What is remembered of the space that was opened.
  case recalled(Recollection)
  case copied(Result<TerminalText, Failure>)
  /// Something that the picture needs could not be read (``SpaceData/hasReadFailure``).
  case unreadable
  /// Syncing stands differently now.
  case cloudChanged(CloudState)
  /// A sync that was asked for has ended.
  case synced(Result<HBSyncStatus, Failure>)
}
