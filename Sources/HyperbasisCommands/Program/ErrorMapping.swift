import Hyperbasis
import HyperbasisAnchorLog

extension CommandFailure {
  /// The one place that gives every error its exit code and its line.
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
      .worldMapDamaged, .cloudNotConfigured, .invalidURL:
      ExitStatus.data
    case .fileSystemError: ExitStatus.cannotWrite
    case .networkError, .serverError, .unexpectedAnswer, .syncNotAvailable:
      ExitStatus.cloudNotReachable
    // It was reached, and trying again later does not help.
    case .unauthorized, .missingInCloud, .refusedByCloud, .tooLargeForCloud, .vanishedFromCloud:
      ExitStatus.failed
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
