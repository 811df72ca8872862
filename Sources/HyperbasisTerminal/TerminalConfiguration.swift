package import HyperbasisCanvas

/// How a terminal is opened.
package struct TerminalConfiguration: Sendable {
  /// When colours are used.
  package enum ColorMode: String, Sendable, CaseIterable {
    case auto, always, never
  }

  package var input: Int32 = 0
  package var output: Int32 = 1
  /// `TERM`, `NO_COLOR`, `LANG` and the like.
  package var environment: [String: String]
  package var background = Theme.Background.dark
  package var color = ColorMode.auto
  package var usesMouse = true
  /// Descriptors of which one becomes readable to wake the program; the program then drains it.
  package var wakeDescriptors: [Int32] = []
  /// The size to assume instead of asking the terminal.
  package var size: TerminalSize?
  /// Whether input and output must be terminals; tests use files.
  package var requiresTerminal = true

  package init(environment: [String: String]) {
    self.environment = environment
  }
}

extension TerminalConfiguration {
  /// The type of terminal; empty if unknown.
  var type: String { environment["TERM"] ?? "" }

  /// Returns the colours to use on a terminal that has this many.
  package func depth(colors: Int) -> ColorDepth {
    switch color {
    case .never: return .none
    case .always: return max(.ansi8, ColorDepth(colors: colors))
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return isRefused ? .none : ColorDepth(colors: colors)
    }
  }

  /// The size according to the environment, for terminals that don't know theirs.
  var environmentSize: TerminalSize {
    func count(_ name: String, _ usual: Int) -> Int {
      environment[name].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        ?? usual
    }
    return TerminalSize(columns: count("COLUMNS", 80), rows: count("LINES", 24))
  }
}

/// Why a terminal can't be used for the whole screen.
package struct TerminalError: Error, Equatable {
  package enum Reason: Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// `TERM` is empty, or names a terminal that can't position its cursor.
    case unsuitable(type: String)
    /// No description of this type of terminal is installed.
    case unknownType(String)
    /// The system refused; the number is `errno`.
    case system(call: String, code: Int32)
  }

  package let reason: Reason

  package init(_ reason: Reason) { self.reason = reason }
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .notATerminal:
      "Standard input and output must be a terminal."
    case .unsuitable(let type) where type.isEmpty:
      "TERM is not set, so the type of this terminal is not known."
    case .unsuitable(let type):
      "A terminal of type \"\(type)\" can't show a full screen."
    case .unknownType(let type):
      "This system has no description of terminals of type \"\(type)\";"
        + " TERM=xterm-256color fits most."
    case .system(let call, let code):
      "The terminal could not be opened: \(call) failed with error \(code)."
    }
  }
}
