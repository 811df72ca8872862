/// What a person can ask of the time machine.
package enum Intent: Hashable, Sendable {
  // Time
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
  // Comparing
  case markA
  case markB
  case swapMarks
  case cycleDiff
  case toggleSideBySide
  case nextChange(Direction)
  case cycleThreshold
  case compensateShift
  // Lists and panes
  case moveSelection(Direction)
  case moveRow(Direction)
  case movePage(Direction)
  case firstRow
  case lastRow
  case focusPane(Direction)
  case showTab(Tab)
  case focusPlan
  case activate
  case toggleDeleted
  case toggleNarrow
  case find
  case filter
  // Plan
  case zoomPlan(Direction)
  case fitPlan
  case panPlan(PanDirection)
  case cycleTrails
  case toggleLabels
  case cycleColoring
  case cycleCharset
  case cycleZone
  // Writing
  case rollBackAnchor
  case rollBackSpace
  case undo
  case redo
  case deleteAnchor
  case editMetadata
  case moveAnchor
  case addAnchor
  case writeDraft
  case dropDraft
  // While an anchor is moved
  case nudge(PanDirection)
  case nudgeFar(PanDirection)
  case lift(Direction)
  case turn(Direction)
  case typePlace
  case stage
  // The rest
  case copyId
  case copyPosition
  case commandLine
  case sync
  case toggleMouse
  case help
  case leave
  case close
  case backToSpaces
  case quit
  case redraw
  case suspend
  // In a plan dialog
  case confirm
  case decline
  // While a saved draft is offered
  case takeUpDraft
  case forgetDraft
}
