import HyperbasisCanvas

/// A piece of what a linear session says.
enum Announcement: Hashable {
  /// A whole line.
  case line(TerminalText)
  /// The beginning of a line in which somebody types.
  case opening(TerminalText)
  /// What was typed at the end of that line.
  case more(TerminalText)
}
