/// What the user can ask of the time machine, by subject.
///
/// Each area has an enumeration of its own and handles all of its cases: a new case does not compile
/// until it is defined what it does and when it is unavailable.
package enum Intent: Hashable, Sendable {
  case time(TimeIntent)
  case compare(CompareIntent)
  case list(ListIntent)
  case picker(PickerIntent)
  case map(MapIntent)
  case bookmark(BookmarkIntent)
  case draft(DraftIntent)
  case move(MoveIntent)
  case rows(RowIntent)
  case dialog(DialogIntent)
  case program(ProgramIntent)
}

extension Intent {
  /// Whether it may change the store directly, or answers a question about that with anything but no.
  var mayWrite: Bool {
    switch self {
    case .dialog(.decline), .dialog(.switchFrame): false
    case .draft, .dialog, .move, .bookmark(.remove), .bookmark(.putBack), .program(.sync),
      .program(.quit):
      true
    case .time, .compare, .list, .picker, .map, .bookmark, .rows, .program: false
    }
  }
}

/// The date on screen, playback and the time bar.
package enum TimeIntent: Hashable, Sendable {
  case stepPosition(Direction)
  case stepTenPositions(Direction)
  case stepInstant(Direction)
  case stepSignificantDate(Direction)
  case goToStart
  case goToEnd
  case askDate
  case togglePlay
  case changeSpeed(Direction)
  case reversePlay
  case toggleLoop
  case zoomBar(Direction)
  case cycleBar
  case cycleBarLine
}

/// Marks, and what is compared with what.
package enum CompareIntent: Hashable, Sendable {
  case markA
  case markB
  case swapMarks
  case cycleDiff
  case toggleSideBySide
  /// The next change, or the next match of a search.
  case next(Direction)
  case cycleThreshold
  case compensateShift
}

/// What is selected, which pane is in front, and what is listed.
package enum ListIntent: Hashable, Sendable {
  case moveSelection(Direction)
  case focusPane(Direction)
  case showTab(Tab)
  case focusMap
  case toggleDeleted
  case toggleNarrow
  case find
  case filter
  case cycleOrder
  case copyId
  case copyPosition
}

/// Which spaces are listed, and in which order.
package enum PickerIntent: Hashable, Sendable {
  case filter
  case cycleOrder
}

/// The map, and how things are drawn.
package enum MapIntent: Hashable, Sendable {
  case zoom(Direction)
  case fit
  case pan(PanDirection)
  case cycleViewpoint
  /// Asks for the heights between which anchors are shown.
  case askSlice
  /// Starts or ends measuring from the selected anchor.
  case measure
  case cycleTrails
  case toggleLabels
  case cycleColoring
  case cycleCharset
  case cycleZone
}

/// Notes on instants.
package enum BookmarkIntent: Hashable, Sendable {
  /// Asks for a note on the date on screen.
  case add
  case list
  /// In the list.
  case remove
  /// In the list: brings back the bookmark removed last.
  case putBack
}

/// Changes of the store, direct or through a draft.
package enum DraftIntent: Hashable, Sendable {
  case rollBackAnchor
  case rollBackSpace
  case undo
  case redo
  case deleteAnchor
  case editMetadata
  case moveAnchor
  case addAnchor
  case write
  case drop
}

/// While an anchor is moved.
package enum MoveIntent: Hashable, Sendable {
  case nudge(PanDirection)
  case nudgeFar(PanDirection)
  case lift(Direction)
  case turn(Direction)
  case typePlace
  case stage
}

/// Moving in anything that has rows: a tab, the list of spaces, a dialog, the help.
package enum RowIntent: Hashable, Sendable {
  case step(Direction)
  case page(Direction)
  case first
  case last
  case activate
}

/// Replies to a question.
package enum DialogIntent: Hashable, Sendable {
  case confirm
  case decline
  /// Switches between old positions as they were then and where they are today.
  case switchFrame
  case resumeDraft
  case discardDraft
}

/// The program itself.
package enum ProgramIntent: Hashable, Sendable {
  case commandLine
  case sync
  case toggleMouse
  case help
  /// In the help.
  case searchHelp
  case leave
  case close
  case backToSpaces
  case quit
  case redraw
  case suspend
}
