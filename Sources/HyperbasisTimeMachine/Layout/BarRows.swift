/// One of the rows of the time bar.
package enum BarRow: Hashable, Sendable {
  /// All time, if the bar shows a part of it.
  case overview
  /// Anchors alive, or those that differ from now.
  case line
  /// How many events there are.
  case density
  /// The track, with cursor and marks.
  case track
  /// The density with cursor and marks over it, if there is no room for a track.
  case combined
  /// The dates of ends and ticks.
  case dates
}

/// What the time bar should show besides events and dates.
package struct BarExtras: Hashable, Sendable {
  /// Whether the bar shows a part of all time.
  package var isZoomed = false
  /// Whether a second line is drawn.
  package var hasLine = false

  package init() {}
}

extension BarRow {
  /// Returns the rows of the bar on a screen, from the top: the smaller the screen, the more of its
  /// rows are left to the plan and the lists.
  static func rows(screenRows: Int, _ extras: BarExtras) -> [BarRow] {
    guard screenRows >= 14 else { return screenRows >= 12 ? [.combined, .dates] : [.combined] }
    var rows: [BarRow] = [.density, .track, .dates]
    if extras.hasLine, screenRows >= 16 { rows.insert(.line, at: 0) }
    if extras.isZoomed, screenRows >= (extras.hasLine ? 20 : 16) { rows.insert(.overview, at: 0) }
    return rows
  }
}

extension SpaceView {
  /// What the time bar shows besides events and dates.
  package var barExtras: BarExtras {
    var extras = BarExtras()
    extras.isZoomed = time.bar.window != nil
    extras.hasLine = time.bar.line != .off
    return extras
  }
}

/// How the columns of the time bar's region are divided.
package struct BarColumns: Hashable, Sendable {
  /// How many columns the bar is indented from the left.
  package let indent: Int
  /// How many columns the bar has: the width to make the ``TimeBar`` for.
  package let width: Int
  /// The columns kept for the status at the right, so that the positions do not change while it does; 0
  /// if there is no room for it.
  package let status: Int

  package init(in columns: Int) {
    status = columns >= 80 ? 18 : columns >= 40 ? 12 : 0
    indent = status > 0 ? 1 : 0
    width = max(0, columns - status - 2 * indent)
  }
}
