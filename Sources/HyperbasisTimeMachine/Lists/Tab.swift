package import HyperbasisCanvas

/// The views that share the right pane.
package enum Tab: Int, CaseIterable, Hashable, Sendable {
  case anchors, diff, history, inspect

  package var title: TerminalText {
    switch self {
    case .anchors: "anchors"
    case .diff: "diff"
    case .history: "history"
    case .inspect: "inspect"
    }
  }
}

/// What the keys of a pane go to.
package enum Focus: Hashable, Sendable {
  case map, tab
}
