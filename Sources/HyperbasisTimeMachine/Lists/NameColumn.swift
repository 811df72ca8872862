import HyperbasisCanvas

/// The column of names beside one of texts: as wide as the texts leave room for, and no wider than the
/// names need.
///
/// Names give way to texts that fit beside ``leastShare(of:)``. A longer text is cut whatever the names
/// do: it leaves them half of the room, but not at the expense of texts that would fit.
struct NameColumn {
  let width: Int

  init(names: [TerminalText], texts: [TerminalText], room: Int) {
    let longestName = names.map(\.width).max() ?? 0
    let textLimit = room - min(longestName, Self.leastShare(of: room)) - 1
    let fitting = texts.map(\.width).filter { $0 <= textLimit }
    let left = room - (fitting.max() ?? 0) - 1
    let share = fitting.count == texts.count ? left : min((room - 1) / 2, left)
    width = max(1, min(longestName, share))
  }

  /// Returns a name in the width of the column.
  func text(_ name: TerminalText, ellipsis: TerminalText) -> TerminalText {
    name.truncatedName(to: width, ellipsis: ellipsis).padded(to: width)
  }

  /// Returns how wide names must be at least to be told apart: two fifths of the room, or if there is
  /// little, a dozen columns or half of it.
  private static func leastShare(of room: Int) -> Int {
    max(room * 2 / 5, min(12, (room - 1) / 2))
  }
}
