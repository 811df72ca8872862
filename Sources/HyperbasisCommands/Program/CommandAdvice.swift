import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// What errors mean to somebody on the command line.
///
/// The library speaks to developers. Commands, their options and the variables of the environment
/// are named here, and nowhere below.
enum CommandAdvice {
  /// What happened, and what to do about it.
  static func text(of error: any Error) -> String {
    switch error {
    case HBStorageError.cloudNotConfigured:
      "The cloud is not configured. Set SUPABASE_URL and SUPABASE_ANON_KEY, or work locally."
    case HBStorageError.decodingFailed(let underlying):
      "The data could not be decoded (\(HBStorageError.describe(underlying))). Run hyperbasis verify to see "
        + "which file."
    case HBStorageError.eventLogCorrupted(let spaceId):
      "The event log of space \(spaceId.uuidString) is corrupted. Run hyperbasis verify, then "
        + "hyperbasis verify --repair, which keeps every byte."
    case SelectorError.noSpace:
      "There are no spaces yet. Create one with hyperbasis new NAME, or choose another store."
    // It says itself what to do about that file.
    case HBStorageError.fileSystemError(let underlying as FileError):
      HBStorageError.describe(underlying)
    default: HBStorageError.describe(error)
    }
  }
}

// MARK: - Syncing

extension CommandAdvice {
  /// Why syncing failed, and what to do about it.
  ///
  /// Short where it can be, since the time machine has two lines for it.
  ///
  /// - Parameter refusals: what the cloud refuses altogether.
  static func syncText(
    of error: any Error, _ credentials: ProjectCredentials, _ refusals: [HBRefusal] = []
  ) -> String {
    switch error as? HBStorageError {
    case .networkError(let failure):
      "The cloud at \(credentials.url) could not be reached (\(HBStorageError.describe(failure))). Try "
        + "again when online; nothing that was saved here is lost."
    case .unauthorized:
      "The cloud refused the key or the token, from \(credentials.source.text); hyperbasis doctor "
        + "tells more."
    case .missingInCloud(let name):
      "The cloud lacks the \(name); hyperbasis doctor names the script to run. What was saved here "
        + "waits."
    case .refusedByCloud(let reason)
    where !refusals.isEmpty && refusals.allSatisfy { $0.kind == .deletion }:
      "The cloud refuses a request (\(reason)), and each sync tries it again. "
        + deletionText(refusals)
    case .refusedByCloud
    where credentials.accessToken == nil && refusals.contains(where: \.example.deniesPermission):
      "The cloud refuses \(rows(refusals)) from anybody who is not signed in. Sign in: set SUPABASE_ACCESS_TOKEN to the user's token."
    case .refusedByCloud where refusals.contains(where: \.isOfNullCharacter):
      nullCharacterText(refusals.filter(\.isOfNullCharacter))
    case .vanishedFromCloud: "\(text(of: error)) hyperbasis sync --accept-deletions does that."
    case .manySpacesInCloud(let count):
      "\(count) spaces would come; none did. hyperbasis sync --yes takes them all; hyperbasis unfollow "
        + "--all and then follow SPACE... takes some (sync --list names them)."
    default: text(of: error)
    }
  }

  /// What ends a deletion that is refused; without its name, which takes the trash to find.
  private static func deletionText(_ refusals: [HBRefusal]) -> String {
    let space = refusals.first.map { ShortId.text($0.example.spaceId) } ?? "SPACE"
    return "hyperbasis restore-space \(space) brings the space back here and ends that."
  }

  /// An event never changes, so that one with such a text is refused for good.
  private static func nullCharacterText(_ refusals: [HBRefusal]) -> String {
    let space = refusals.first.map { ShortId.text($0.example.spaceId) } ?? "SPACE"
    return "The cloud cannot keep the character U+0000, found in a text of \(rows(refusals)). That "
      + "stays here, and is tried again with each sync. hyperbasis set ANCHOR KEY=VALUE without it "
      + "sends the anchor as it is then; the history stays refused until hyperbasis unfollow "
      + "\(space)."
  }

  private static func rows(_ refusals: [HBRefusal]) -> String {
    CountText.text(refusals.map(\.count).reduce(0, +), "row").plain
  }
}

extension HBRefusal {
  /// Whether PostgreSQL has no place for a character of a text.
  fileprivate var isOfNullCharacter: Bool { example.code == "22P05" }
}

extension ProjectCredentials.Source {
  /// Where credentials come from, in words.
  var text: String {
    switch self {
    case .environment: "the environment"
    case .file(let path): path
    }
  }
}
