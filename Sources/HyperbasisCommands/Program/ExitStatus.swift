/// The exit codes of the program.
enum ExitStatus {
  static let done: Int32 = 0
  /// It failed, there is nothing to undo or redo, or `diff --exit-code` found changes.
  static let failed: Int32 = 1
  /// `verify`: nothing but a torn tail.
  static let tornTail: Int32 = 10
  /// `verify`: damage.
  static let damage: Int32 = 11
  /// Bad usage, declined, or `--yes` is missing.
  static let usage: Int32 = 64
  /// Bad data, not found, or ambiguous.
  static let data: Int32 = 65
  static let noTerminal: Int32 = 69
  /// A failure of `diff --exit-code`, for which 1 means changes.
  static let diffFailed: Int32 = 70
  static let cannotWrite: Int32 = 73
  static let cloudNotReachable: Int32 = 75
}

extension ExitStatus {
  /// What each code tells, for documents.
  static let meanings: [(status: Int32, meaning: String)] = [
    (done, "done, also when there was nothing to change"),
    (
      failed,
      "it failed, or there was nothing to undo or redo; diff --exit-code: there are changes"
    ),
    (tornTail, "verify: a torn tail only"), (damage, "verify: damage"),
    (usage, "bad usage, declined, or --yes is missing"),
    (data, "bad data, bad credentials, not found, ambiguous"), (noTerminal, "no terminal"),
    (diffFailed, "diff --exit-code failed"), (cannotWrite, "cannot write"),
    (cloudNotReachable, "the cloud is not reachable"),
  ]
}
