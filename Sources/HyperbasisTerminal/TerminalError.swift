/// Why a terminal can't be used for the whole screen.
package struct TerminalError: Error, Equatable {
  package enum Reason: Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// `TERM` is empty or says that the terminal can't place its cursor.
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
