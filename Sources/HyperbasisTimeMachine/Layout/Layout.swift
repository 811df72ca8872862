package import HyperbasisCanvas

/// Where everything stands on a screen of a certain size.
package struct Layout: Hashable, Sendable {
  /// How much of the time machine there is room for.
  package enum Step: Hashable, Sendable {
    /// All, with the inspector below the tabs.
    case full
    /// The plan and one tab.
    case two
    /// One pane at a time.
    case one
    /// One line that says what is needed.
    case none
  }

  package let step: Step
  package let screen: Region
  /// The line with the name of the space and the date.
  package let title: Region
  /// With its border; empty where another pane has the room.
  package let plan: Region
  package let tabs: Region
  /// The inspector below the tabs; empty where there is no room for it.
  package let inspector: Region
  /// The time bar: density and track, or both in one row.
  package let bar: Region
  /// Where messages stand; the footer where they have no line of their own.
  package let message: Region
  package let footer: Region
}

extension Layout {
  package static let fullSize = TerminalSize(columns: 100, rows: 30)
  package static let twoSize = TerminalSize(columns: 60, rows: 20)
  package static let oneSize = TerminalSize(columns: 30, rows: 10)

  package static func step(for size: TerminalSize) -> Step {
    if size.holds(fullSize) { return .full }
    if size.holds(twoSize) { return .two }
    return size.holds(oneSize) ? .one : .none
  }

  /// - Parameter focus: The pane that is shown where there is room for one only.
  package init(size: TerminalSize, focus: Focus = .plan) {
    let step = Self.step(for: size)
    self.step = step
    screen = size.region
    guard step != .none else {
      title = screen.line(0)
      (plan, tabs, inspector, bar) = (.empty, .empty, .empty, .empty)
      (message, footer) = (.empty, .empty)
      return
    }
    let (title, belowTitle) = screen.split(top: 1)
    let (aboveFooter, footer) = belowTitle.split(bottom: 1)
    let (aboveMessage, message) = aboveFooter.split(bottom: step == .full ? 1 : 0)
    let (panes, bar) = aboveMessage.split(bottom: size.rows < 14 ? 1 : 2)
    self.title = title
    self.footer = footer
    self.message = message.isEmpty ? footer : message
    self.bar = bar
    (plan, tabs, inspector) = Self.panes(panes, step, focus)
  }

  private static func panes(
    _ area: Region, _ step: Step, _ focus: Focus
  ) -> (plan: Region, tabs: Region, inspector: Region) {
    switch step {
    case .none: return (.empty, .empty, .empty)
    case .one:
      return focus == .plan ? (area, .empty, .empty) : (.empty, area, .empty)
    case .two:
      let (plan, tabs) = area.split(right: max(28, area.columns * 9 / 20))
      return (plan, tabs, .empty)
    case .full:
      let (plan, right) = area.split(right: min(60, max(40, area.columns * 2 / 5)))
      let (tabs, inspector) = right.split(bottom: min(14, right.rows * 2 / 5))
      return (plan, tabs, inspector)
    }
  }

  /// The rows of the tab within its border.
  package var tabRows: Region { tabs.inset(by: 1) }

  /// The plan within its border.
  package var planArea: Region { plan.inset(by: 1) }
}
