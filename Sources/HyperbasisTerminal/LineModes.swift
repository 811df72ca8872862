internal import CHyperbasisTerminal
internal import Foundation
internal import HyperbasisCanvas

/// The modes of the terminal line as they were found.
struct LineModes {
  let descriptor: Int32
  let modes: termios

  /// Returns `nil` if the descriptor is not a terminal.
  init?(of descriptor: Int32) {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    self.modes = modes
  }

  func restore() {
    var modes = modes
    _ = tcsetattr(descriptor, TCSADRAIN, &modes)
  }

  /// Returns the size of the terminal at a descriptor; `nil` if it has none or does not know it.
  static func size(of descriptor: Int32) -> TerminalSize? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard terminal_shim_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0
    else { return nil }
    return TerminalSize(columns: Int(columns), rows: Int(rows))
  }
}
