import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine

/// Why a command ends without having done its work: an exit code, and one line for the person.
struct CommandFailure: Error, Equatable {
  let status: Int32
  /// What happened and what to do; nil if everything has been said already.
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

  /// Returns a failure that ends with a code and without a message.
  static func silent(_ status: Int32) -> CommandFailure {
    CommandFailure(status, nil)
  }

  /// Gives every error its exit code and its message; this is the only place that does.
  init(_ error: any Error) {
    if let failure = error as? CommandFailure {
      self = failure
    } else {
      self.init(Self.status(of: error), CommandAdvice.text(of: error))
    }
  }

  private static func status(of error: any Error) -> Int32 {
    switch error {
    case let error as HBStorageError: status(of: error)
    case let error as PartlyWrittenError: status(of: error.underlying)
    case let error as PartlyPurgedError: status(of: error.underlying)
    case let error as HBAnchorError: status(of: error)
    case let error as SelectorError: status(of: error)
    case is DateExpressionError: ExitStatus.usage
    case is LogError: ExitStatus.data
    default: ExitStatus.failed
    }
  }

  private static func status(of error: HBStorageError) -> Int32 {
    switch error {
    case .notFound, .versionNotFound, .beforeFirstVersion, .reconstructionFailed,
      .eventLogCorrupted, .decodingFailed, .encodingFailed, .decompressionFailed, .foreignSpace,
      .noLaterInstant, .worldMapDamaged, .cloudNotConfigured, .invalidURL, .unauthorized:
      ExitStatus.data
    // If nothing has been written yet, it cannot have been writing that failed; and a process that
    // lacks handles or memory could not even try.
    case .fileSystemError(let underlying):
      switch FileError(in: underlying) {
      case let error? where error.refusal == .notFolder || error.isOfAnotherKind: ExitStatus.data
      case let error? where error.isFailureToWrite: ExitStatus.cannotWrite
      default: ExitStatus.failed
      }
    case .fileOperationFailed: ExitStatus.cannotWrite
    case .networkError, .serverError, .unexpectedAnswer, .syncNotAvailable, .cloudSyncFailed,
      .downloadFailed, .uploadFailed:
      ExitStatus.cloudNotReachable
    // The cloud was reached, and trying again later does not help.
    case .missingInCloud, .refusedByCloud, .tooLargeForCloud, .vanishedFromCloud, .hiddenInCloud:
      ExitStatus.failed
    case .manySpacesInCloud: ExitStatus.usage
    case .compressionFailed, .conflict, .locked, .nothingToUndo, .nothingToRedo, .syncUnderWay:
      ExitStatus.failed
    }
  }

  private static func status(of error: HBAnchorError) -> Int32 {
    switch error {
    case .invalidTransform, .metadataKeyNotFound: ExitStatus.data
    case .alreadyDeleted: ExitStatus.failed
    }
  }

  private static func status(of error: SelectorError) -> Int32 {
    switch error {
    case .notNamed: ExitStatus.usage
    case .notFound, .ambiguous, .tooShort, .noSpace: ExitStatus.data
    }
  }
}

/// The exit codes of the program.
enum ExitStatus {
  static let done: Int32 = 0
  /// It failed, there is nothing to undo or redo, or `diff --exit-code` found changes.
  static let failed: Int32 = 1
  /// `verify`: only a torn last line.
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

extension SpaceData {
  /// Throws if something that was asked for could not be read: a result or a picture without it would
  /// be silently wrong.
  func requireReadable() throws(CommandFailure) {
    guard let reason = takeReadFailure() else { return }
    throw .data("the log of \(name.plain) cannot be read: \(reason.plain)")
  }
}

extension ExitStatus {
  /// What each code means, for documents.
  static let meanings: [(status: Int32, meaning: String)] = [
    (done, "done, also when there was nothing to change"),
    (
      failed,
      "it failed, or there was nothing to undo or redo; diff --exit-code: there are changes; "
        + "sync: the cloud refuses something, or something still waits; sync --verify: the two "
        + "sides differ; doctor: not ready to sync"
    ),
    (tornTail, "verify: a torn tail only"), (damage, "verify: damage"),
    (usage, "bad usage, declined, or --yes is missing"),
    (data, "bad data, bad credentials, not found, ambiguous"), (noTerminal, "no terminal"),
    (diffFailed, "diff --exit-code failed"), (cannotWrite, "cannot write"),
    (cloudNotReachable, "the cloud is not reachable"),
  ]
}
