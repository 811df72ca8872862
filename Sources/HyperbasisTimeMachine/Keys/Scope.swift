/// Where a key has its meaning.
package enum Scope: String, CaseIterable, Hashable, Sendable {
  /// Everywhere, also in the list of spaces.
  case everywhere
  /// In the list of spaces.
  case spaces
  /// In an open space, whichever pane has the focus.
  case space
  /// In an open space while the plan has the focus.
  case map = "plan"
  /// In an open space while one of the tabs has the focus.
  case list
  /// While a plan waits for an answer.
  case dialog
  /// While an anchor is moved.
  case move
  /// While a saved draft is offered.
  case offer
  /// While the help is shown.
  case help
}

/// What keys are about; the headings of the help.
package enum KeyGroup: String, CaseIterable, Hashable, Sendable {
  case time = "Time"
  case compare = "Compare"
  case list = "Lists and panes"
  case map = "Plan"
  case write = "Change the store"
  case program = "Program"
  case move = "While an anchor is moved"
  case dialog = "In a dialog"
}
