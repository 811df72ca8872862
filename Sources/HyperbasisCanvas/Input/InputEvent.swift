/// What a person or the system sends to a full-screen program.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text as it came: hostile, and never keys.
  case paste(String)
  case resize(TerminalSize)
  case focus(isFocused: Bool)
  /// A signal, by number, asks the program to end.
  case terminate(signal: Int32)
  /// The terminal asks the program to stop for now.
  case suspend
  /// The program runs again, in a terminal that may have changed.
  case resumed
  /// What the program asked to be woken for happened.
  case wake
  /// The input, which is not a terminal, has ended. A terminal that is gone is `terminate`.
  case closed
}

/// What the mouse did, and in which cell.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// Moved with a button held.
    case drag(Button)
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package let action: Action
  package let position: Position
  package let modifiers: Key.Modifiers

  package init(_ action: Action, at position: Position, modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}
