import Foundation
import Hyperbasis
import HyperbasisAnchorLog

extension CommandFailure {
  /// The one place that gives every error its exit code and its line.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as HBStorageError: self.init(Self.status(of: error), Self.text(of: error))
    case let error as HBAnchorError: self.init(Self.status(of: error), Self.text(of: error))
    case let error as SelectorError: self.init(Self.status(of: error), Self.text(of: error))
    case let error as DateExpressionError: self.init(ExitStatus.usage, Self.text(of: error))
    case is LogError: self.init(ExitStatus.data, Self.text(of: error))
    default: self.init(ExitStatus.failed, Self.text(of: error))
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

  private static func text(of error: any Error) -> String {
    if let localized = error as? any LocalizedError, let text = localized.errorDescription {
      return text
    }
    return String(describing: error)
  }
}
