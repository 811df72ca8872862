package import Foundation
package import HyperbasisCanvas

/// What is selected and listed, and which pane the keys go to.
package struct ListState: Sendable {
  /// The selected anchor, the same in every pane.
  package var selection: UUID?
  package var focus = Focus.tab
  package var tab = Tab.anchors
  /// The selected row of the history, counted from the newest; nil: the one in force.
  package var historyRow: Int?
  /// The selected operation; nil: what an undo would take back.
  package var operation: UUID?
  /// The first event of the selected shift; nil: of the latest one at the date on screen.
  package var shift: UUID?
  /// Whether all that moved alike is listed among the shifts.
  package var showsAllMotions = false
  /// What the lists wait for.
  package var reading: LogReading?
  /// The first row on screen of the tab.
  package var scroll: [Tab: Int] = [:]
  package var showsDeleted = false
  package var isNarrowed = false
  package var order = AnchorOrder.usual
  package var filter: EventFilter?
  /// What was searched for last.
  package var search: EventFilter?
  /// The anchors that it found, in the order in which they are gone through.
  package var matchOrder: [UUID] = []
  /// The match that was selected last.
  package var found: FoundAnchor? {
    didSet { foundTab = found == nil ? nil : tab }
  }
  /// The tab that was in front then: elsewhere the rows of a tab have other uses.
  private var foundTab: Tab?
  /// What was asked for of a large space and is being looked for.
  package var pending: PendingSearch?

  /// Whether a match of a search is still what a key goes to: not where rows of another tab are gone
  /// through, nor where another row of this one was chosen since.
  var offersMatch: Bool {
    found != nil && (foundTab == tab || !movesInHistory && !movesInOperations && !movesInShifts)
  }

  /// Whether rows of the history are moved in, not anchors.
  var movesInHistory: Bool { focus == .tab && tab == .history }

  /// Whether rows of the operations are moved in, not anchors.
  var movesInOperations: Bool { focus == .tab && tab == .operations }

  /// Whether rows of the shifts are moved in, not anchors.
  var movesInShifts: Bool { focus == .tab && tab == .drift }

  /// Whether the lines of the inspector are scrolled.
  var movesInInspector: Bool { focus == .tab && tab == .inspect }
}

/// A search or a filter whose result is being looked for.
package struct PendingSearch: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case find, filter
    /// The next match of the search.
    case next(Direction)
  }

  package let purpose: Purpose
  package let filter: EventFilter
}

/// The views that share the right pane.
package enum Tab: Int, CaseIterable, Hashable, Sendable {
  case anchors, diff, history, inspect, operations, drift

  package var title: TerminalText {
    switch self {
    case .anchors: "anchors"
    case .diff: "diff"
    case .history: "history"
    case .inspect: "inspect"
    case .operations: "operations"
    case .drift: "drift"
    }
  }
}

/// What the keys of a pane go to.
package enum Focus: Hashable, Sendable {
  case map, tab
}
