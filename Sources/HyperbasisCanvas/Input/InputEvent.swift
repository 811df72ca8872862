/// An event that the user or the system sends to a full-screen program.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text as received: untrusted, and never read as keys.
  case paste(String)
  case resize(TerminalSize)
  case focus(isFocused: Bool)
  /// The terminal's answer about whether its background is light.
  case background(isLight: Bool)
  /// A signal, by number, asks the program to end.
  case terminate(signal: Int32)
  /// The terminal asks the program to suspend.
  case suspend
  /// The program has been resumed, in a terminal that may have changed.
  case resumed
  /// Something that the program asked to be woken for has happened.
  case wake
  /// The input, which is not a terminal, has ended. A lost terminal is `terminate`.
  case closed
}

/// A mouse action and the cell where it happened.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// Movement with a button held.
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

extension MouseEvent {
  /// The event of `CSI < button ; column ; row M`, or `m` for a release.
  ///
  /// `nil` for events of no interest: movement without a button, extra buttons.
  init?(report: ControlSequence, isRelease: Bool) {
    let numbers = report.numbers
    guard numbers.count == 3 else { return nil }
    self.init(code: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1, isRelease: isRelease)
  }

  /// The event of the three bytes after `CSI M`: button, column and row, each plus 32.
  init?(oldReport bytes: [UInt8]) {
    let numbers = bytes.map { Int($0) - 32 }
    let isRelease = numbers[0] & 0b1100_0011 == 3
    self.init(
      code: isRelease ? numbers[0] & ~3 : numbers[0], column: numbers[1] - 1,
      row: numbers[2] - 1, isRelease: isRelease)
  }

  private init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard let action = Self.action(code: code, isRelease: isRelease) else { return nil }
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    self.init(action, at: Position(column: max(0, column), row: max(0, row)), modifiers: modifiers)
  }

  private static func action(code: Int, isRelease: Bool) -> Action? {
    guard (0..<128).contains(code) else { return nil }
    if code & 64 != 0 {
      guard !isRelease else { return nil }
      let wheels: [Action] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
      return wheels[code & 3]
    }
    let buttons: [Button] = [.left, .middle, .right]
    guard code & 3 < buttons.count else { return nil }
    let button = buttons[code & 3]
    if isRelease { return .release(button) }
    return code & 32 != 0 ? .drag(button) : .press(button)
  }
}
