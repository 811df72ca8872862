import Foundation
package import HyperbasisCanvas

/// The control sequences that are written besides those of ncurses, which does not know these modes.
package enum ControlBytes {
  static let pasteOn = "\u{1B}[?2004h"
  static let pasteOff = "\u{1B}[?2004l"
  // Reports presses, releases and movement with a button held, with coordinates of any size.
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
  static let titlePush = "\u{1B}[22;0t"
  static let titlePop = "\u{1B}[23;0t"
  /// Asks for the background colour, and then for something that every terminal answers.
  static let askBackground = "\u{1B}]11;?\u{7}\u{1B}[c"
  static let stringEnd = "\u{1B}\\"

  /// Returns the sequence that sets the title of the window.
  static func title(_ text: TerminalText) -> String {
    "\u{1B}]2;\(text.prefix(columns: 200).plain)\u{7}"
  }

  /// The greatest number of bytes that terminals accept for the clipboard.
  static let clipboardLimit = 74_994

  /// Returns the sequence that copies text to the clipboard; `nil` if the text is too long.
  ///
  /// tmux passes on the wrapped sequence, if that is allowed, or acts on the plain one itself, so it is
  /// sent both; screen is sent only the wrapped one.
  package static func clipboard(_ text: TerminalText, environment: [String: String]) -> String? {
    let bytes = Data(text.plain.utf8)
    guard bytes.count <= clipboardLimit else { return nil }
    let plain = "\u{1B}]52;c;\(bytes.base64EncodedString())\u{7}"
    if isSet("TMUX", environment) { return "\u{1B}Ptmux;\u{1B}\(plain)\(stringEnd)" + plain }
    if isSet("STY", environment) { return "\u{1B}P\(plain)\(stringEnd)" }
    return plain
  }

  private static func isSet(_ name: String, _ environment: [String: String]) -> Bool {
    environment[name].map { !$0.isEmpty } ?? false
  }
}
