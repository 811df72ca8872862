package import HyperbasisCanvas

/// One line of the key table: keys, where they count, and what they ask for.
package struct Binding: Hashable, Sendable {
  package let intent: Intent
  /// The name for the command line and for the file that rebinds keys.
  package let name: String
  package let scope: Scope
  package let group: KeyGroup
  /// The first one is the one that footers and messages show.
  package var keys: [Key]
  /// What it does, for the help.
  package let help: TerminalText
}

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
  /// While the bookmarks are listed.
  case bookmarks
}

extension Scope {
  /// Whether it counts only while something lies over the picture.
  var isLayer: Bool {
    switch self {
    case .everywhere, .spaces, .space, .map, .list: false
    case .dialog, .move, .offer, .help, .bookmarks: true
    }
  }
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
  case bookmarks = "In the list of bookmarks"
}

/// One of the two ways along a line: time, a list, a ladder.
package enum Direction: Hashable, Sendable {
  case back, forward

  package var sign: Int { self == .back ? -1 : 1 }
  package var opposite: Direction { self == .back ? .forward : .back }
}

/// A way across the plan.
package enum PanDirection: Hashable, Sendable {
  case left, right, up, down
}
