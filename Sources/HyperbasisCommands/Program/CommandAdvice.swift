import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisHistory
import HyperbasisWording

/// What errors mean to a person on the command line.
///
/// The library speaks to developers. Commands, their options and environment variables are named here,
/// and nowhere below.
enum CommandAdvice {
  /// Returns what happened, and what to do about it.
  static func text(of error: any Error) -> String {
    switch error {
    case HBStorageError.cloudNotConfigured:
      "The cloud is not configured. Set SUPABASE_URL and SUPABASE_ANON_KEY, or work locally."
    case HBStorageError.decodingFailed(let file as FileFormatError)
    where file.file != nil && file.remedy == nil:
      "\(HBStorageError.describe(file)). Correct it, or run hyperbasis verify --repair, which "
        + "keeps every byte."
    case HBStorageError.decodingFailed(let file as FileFormatError) where file.file != nil:
      HBStorageError.describe(error)
    case HBStorageError.decodingFailed(let underlying):
      "The data could not be decoded (\(HBStorageError.clause(underlying))). Run hyperbasis verify to see "
        + "which file."
    case HBStorageError.eventLogCorrupted(let spaceId):
      "The event log of space \(spaceId.uuidString) is corrupted. Run hyperbasis verify, then "
        + "hyperbasis verify --repair, which keeps every byte."
    case HBStorageError.versionNotFound(let anchorId, let version):
      "Anchor \(anchorId.uuidString) has no version \(version). "
        + "hyperbasis history \(anchorId.uuidString.prefix(8)) lists the ones it has."
    case let error as SelectorError where isOneForEachSpace(error):
      "\(HBStorageError.describe(error)) Or name its space with --space."
    case SelectorError.notFound(.anchor, let text, nearest: []):
      "\(HBStorageError.describe(error)) hyperbasis find \(ShellText.line([text])) looks in all "
        + "metadata."
    case SelectorError.noSpace:
      "There are no spaces yet. Create one with hyperbasis new NAME, or choose another store."
    // The error itself says what to do about that file.
    case HBStorageError.fileSystemError(let underlying as FileError):
      HBStorageError.describe(underlying)
    default: HBStorageError.describe(error)
    }
  }

  /// Whether a text names several anchors that their spaces tell apart.
  static func isOneForEachSpace(_ error: SelectorError) -> Bool {
    guard case .ambiguous(.anchor, _, let candidates) = error else { return false }
    return Set(candidates.map(\.space)).count == candidates.count
  }
}
