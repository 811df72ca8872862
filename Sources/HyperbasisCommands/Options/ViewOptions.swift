import ArgumentParser
import HyperbasisCanvas

/// How the time machine looks.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to start: -2h, end-1d, start+2h, 50%, 12:03, 2024-06-17.", valueName: "date"))
  var at: String?

  @Flag(help: "Print line by line instead of drawing, for screen readers.")
  var linear = false

  @OptionGroup var drawing: DrawingOptions

  @Option(help: "The background of the terminal: light or dark.")
  var theme: Theme.Background?

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Flag(name: .customLong("read-only"), help: "Write nothing to the store.")
  var readOnly = false
}

/// The characters that pictures are made of.
struct DrawingOptions: ParsableArguments {
  @Option(help: "The characters to draw with: ascii, block or braille.")
  var charset: Charset?
}

extension Charset: ExpressibleByArgument {
  static var allValueStrings: [String] { ["ascii", "block", "braille"] }
}

extension Theme.Background: ExpressibleByArgument {
  static var allValueStrings: [String] { ["light", "dark"] }
}
