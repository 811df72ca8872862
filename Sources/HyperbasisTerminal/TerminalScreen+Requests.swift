package import HyperbasisCanvas

extension TerminalScreen {
  /// Turns mouse events on or off; off leaves selecting text to the terminal.
  package func setMouse(_ isOn: Bool) {
    guard isActive, isOn != isMouseOn else { return }
    guard !isOn || CursesScreen.capability("kmous") != nil else { return }
    isMouseOn = isOn
    write(isOn ? ControlBytes.mouseOn : ControlBytes.mouseOff)
    arm()
  }

  /// Uses the colours for another background of the terminal from the next frame on.
  package func setBackground(_ background: Theme.Background) {
    guard isActive else { return }
    curses.setBackground(background)
    shown = nil
  }

  /// Asks the terminal for its background, if that is known to work; the answer comes as an event.
  package func askBackground() {
    guard isActive, takesCommands else { return }
    input.expectAnswer()
    write(ControlBytes.askBackground)
  }

  /// Sets the window's title, if that is known to work; the former one is restored at the end.
  package func setTitle(_ text: TerminalText) {
    guard isActive, takesCommands else { return }
    if !hasTitle {
      hasTitle = true
      write(ControlBytes.titlePush)
      arm()
    }
    write(ControlBytes.title(isUTF8 ? text : text.spelledOut.ascii))
  }

  /// Asks the terminal to copy text.
  ///
  /// - Returns: Whether the request was sent; `false` if the text is too long or the terminal is not
  ///   known to support it. Terminals don't report whether they did it.
  package func copy(_ text: TerminalText) -> Bool {
    guard isActive, takesCommands,
      let bytes = ControlBytes.clipboard(text, environment: configuration.environment)
    else { return false }
    write(bytes)
    return true
  }

  /// Whether this type of terminal executes window commands instead of printing them.
  private var takesCommands: Bool {
    let families = [
      "xterm", "rxvt", "screen", "tmux", "alacritty", "kitty", "foot", "st-", "wezterm", "ghostty",
      "vte", "gnome", "konsole", "iterm",
    ]
    return families.contains { configuration.type.hasPrefix($0) }
  }

  /// Writes bytes between two updates of ncurses, which leaves nothing in its buffer.
  func write(_ text: String) { writeAll(text, to: configuration.output) }
}
