package import Foundation
package import HyperbasisCanvas

/// What is selected and listed, and which pane the keys go to.
package struct ListState: Sendable {
  /// The selected anchor, the same in every pane.
  package var selection: UUID? {
    didSet {
      // What is said of another anchor is read from the top.
      if selection != oldValue { scroll[.inspect] = nil }
    }
  }
  package var focus = Focus.tab
  package var tab = Tab.anchors
  /// The selected row of the history, counted from the newest; nil for the one in force.
  package var historyRow: Int?
  /// The selected operation; nil for the one that an undo would take back.
  package var operation: UUID?
  /// The first event of the selected shift; nil for that of the latest one at the date on screen.
  package var shift: UUID?
  /// Whether everything that moved alike is listed among the shifts.
  package var showsAllMotions = false
  /// What the lists are waiting for.
  package var reading: LogReading?
  /// The first row on screen of each tab.
  package var scroll: [Tab: Int] = [:]
  package var showsDeleted = false
  package var isNarrowed = false
  package var order = AnchorOrder.usual
  package var filter: EventFilter?
  /// What was searched for last.
  package var search: EventFilter?
  /// The anchors that it found, in the order in which keys step through them.
  package var matchOrder: [UUID] = []
  /// The match that was selected last.
  package var found: FoundAnchor? {
    didSet { foundTab = found == nil ? nil : tab }
  }
  /// The tab that was in front at that time: the rows of other tabs have other uses.
  private var foundTab: Tab?
  /// A search or a filter in a large space that is still being evaluated.
  package var pending: PendingSearch?

  /// Whether a key still goes to a match of a search: not while keys move in the rows of another tab,
  /// nor if another row of this one has been chosen since.
  var offersMatch: Bool {
    found != nil && (foundTab == tab || !movesInHistory && !movesInOperations && !movesInShifts)
  }

  /// Whether keys move in rows of the history rather than among anchors.
  var movesInHistory: Bool { focus == .tab && tab == .history }

  /// Whether keys move in rows of the operations rather than among anchors.
  var movesInOperations: Bool { focus == .tab && tab == .operations }

  /// Whether keys move in rows of the shifts rather than among anchors.
  var movesInShifts: Bool { focus == .tab && tab == .drift }

  /// Whether keys scroll the lines of the inspector.
  var movesInInspector: Bool { focus == .tab && tab == .inspect }
}

/// A search or a filter that is still being evaluated.
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
