package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisSyncStatus

/// An event: everything that the time machine reacts to.
package enum Input: Sendable {
  /// A key, paste, the mouse, a new size, a signal.
  case terminal(InputEvent)
  case spacesLoaded(Result<[SpaceSummary], Failure>)
  /// The spaces that the cloud has.
  case cloudSpacesLoaded(Result<ListedCloudSpaces, Failure>)
  /// The fetch of a space from the cloud succeeded or failed.
  case spacePulled(UUID, Result<HBSyncStatus, Failure>)
  /// A space was opened, or changed since.
  case snapshotLoaded(Result<SpaceData, Failure>)
  /// The open space is no longer in the store.
  case spaceLost(UUID, SpaceLoss)
  /// The matches of a filter have been computed.
  case prepared(EventFilter)
  /// The counts for the second line of the time bar are ready.
  case counted
  /// What a list was waiting for has been computed.
  case logRead
  /// The preview of an import is ready.
  case importSurveyed(Result<ImportPreview, Failure>)
  /// An import was written.
  case imported(Result<ImportOutcome, Failure>)
  case planReady(Result<HBPlan, Failure>)
  /// A plan was written, with the instants that it was given.
  case executed(Result<HBPlan, Failure>)
  /// The time since the timer started or last ticked.
  case tick(microseconds: Int64)
  /// The bookmarks of a space after a request.
  case bookmarked(BookmarkRequest, spaceId: UUID, Result<[Bookmark], Failure>)
  /// What is remembered of the opened space.
  case recalled(Recollection)
  case copied(Result<TerminalText, Failure>)
  /// Something that the screen needs could not be read (``SpaceData/hasReadFailure``).
  case unreadable
  /// The sync status has changed.
  case cloudChanged(CloudState)
  /// A requested sync has ended.
  case synced(Result<HBSyncStatus, Failure>)
}
