package import HyperbasisCanvas

/// One line of the key table: keys, their scope, and the intent that they trigger.
package struct Binding: Hashable, Sendable {
  package let intent: Intent
  /// The name for the command line and for the file that rebinds keys.
  package let name: String
  package let scope: Scope
  package let group: KeyGroup
  /// Footers and messages show the first one.
  package var keys: [Key]
  /// What it does, for the help.
  package let help: TerminalText
}

/// The scope in which a key has its meaning.
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
  /// While a plan awaits a reply.
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
  /// Whether it applies only while a layer is open.
  var isLayer: Bool {
    switch self {
    case .everywhere, .spaces, .space, .map, .list: false
    case .dialog, .move, .offer, .help, .bookmarks: true
    }
  }
}

/// The subject of a group of keys, which is also its heading in the help.
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

/// One of the two directions along a line: time, a list, a scale.
package enum Direction: Hashable, Sendable {
  case back, forward

  package var sign: Int { self == .back ? -1 : 1 }
  package var opposite: Direction { self == .back ? .forward : .back }
}

/// A direction across the plan.
package enum PanDirection: Hashable, Sendable {
  case left, right, up, down
}
