/// Why a command ends without having done its work: an exit code, and one line for the person.
struct CommandFailure: Error, Equatable {
  let status: Int32
  /// What happened and what to do; nil where all has been said already.
  let message: String?

  init(_ status: Int32, _ message: String?) {
    self.status = status
    self.message = message
  }
}

extension CommandFailure {
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(ExitStatus.usage, message)
  }

  static func data(_ message: String) -> CommandFailure {
    CommandFailure(ExitStatus.data, message)
  }

  static func failed(_ message: String) -> CommandFailure {
    CommandFailure(ExitStatus.failed, message)
  }

  /// Ends with a code and without a further word.
  static func silent(_ status: Int32) -> CommandFailure {
    CommandFailure(status, nil)
  }
}
