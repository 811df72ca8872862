package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory

/// An action to be performed outside the time machine.
package enum Effect: Sendable {
  /// Answered by ``Input/spacesLoaded(_:)``.
  case loadSpaces
  /// List the spaces that the cloud has; answered by ``Input/cloudSpacesLoaded(_:)``.
  case loadCloudSpaces
  /// Fetch one space from the cloud, and nothing else; answered by ``Input/spacePulled(_:_:)``.
  case pullSpace(UUID)
  /// Answered by ``Input/snapshotLoaded(_:)``.
  case openSpace(UUID)
  /// Check for changes by others; answered by ``Input/snapshotLoaded(_:)`` if there are any.
  case refresh(UUID)
  /// Answered by ``Input/planReady(_:)``.
  case plan(HBPlanRequest, spaceId: UUID)
  /// Answered by ``Input/executed(_:)``; if the head has moved, by a failure of kind conflict.
  case execute(HBPlan)
  /// Compute which events a filter accepts, and which anchors of a state, by
  /// ``SpaceData/prepare(_:at:)``; answered by ``Input/prepared(_:)``.
  case prepare(EventFilter, SpaceData, offset: Int)
  /// Count what the second line of the time bar shows, by ``SpaceData/prepare(_:)``; answered by
  /// ``Input/counted``.
  case count(AnchorCounts.Key, SpaceData)
  /// Compute what a list needs, by ``SpaceData/prepare(_:)``; answered by ``Input/logRead``.
  case read(LogReading, SpaceData)
  /// Answered by ``Input/bookmarked(_:spaceId:_:)``.
  case bookmarks(BookmarkRequest, spaceId: UUID)
  /// Read the data to import without writing anything; answered by ``Input/importSurveyed(_:)``.
  case surveyImport(String)
  /// Write an import that has been read, by its number; answered by ``Input/imported(_:)``.
  case performImport(Int)
  /// Answered by ``Input/recalled(_:)``.
  case recall(UUID)
  /// Remember how a space is viewed.
  case remember(RememberedView, spaceId: UUID)
  /// Save a draft for the next start.
  case saveDraft(SavedDraft)
  /// Remove a saved draft.
  case forgetDraft(SavedDraft)
  /// Put text on the clipboard; answered by ``Input/copied(_:)``.
  case copy(TerminalText)
  /// Sync with the cloud; answered by ``Input/synced(_:)``.
  case sync
  /// Sync manually from now on, or with every change.
  case setSync(HBSyncStrategy)
  /// Send ticks, about this many each second.
  case startTimer(perSecond: Int)
  case stopTimer
  case setMouse(Bool)
  /// Adapt the colours to another background of the terminal.
  case setBackground(Theme.Background)
  /// Redraw every cell.
  case redraw
  case suspend
  case quit
}

extension Effect {
  /// Whether it leads to a change of the store.
  var isAboutChange: Bool {
    switch self {
    case .plan, .execute, .performImport: true
    default: false
    }
  }
}
