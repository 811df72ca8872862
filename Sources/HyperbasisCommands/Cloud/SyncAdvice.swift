import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Why syncing failed, and what to do about it.
///
/// Kept short, since the time machine has two lines for it.
struct SyncAdvice {
  let credentials: ProjectCredentials
  /// The options with which commands find the same store: ` --store Lab`.
  let storeOption: String

  /// - Parameter refusals: everything that the cloud refuses.
  func text(of error: any Error, _ refusals: [HBRefusal]) -> String {
    switch error as? HBStorageError {
    case .networkError(let failure):
      "The cloud at \(credentials.url) could not be reached (\(HBStorageError.clause(failure))). Try "
        + "again when online; nothing that was saved here is lost."
    case .unauthorized:
      "The cloud refused the key or the token, from \(credentials.source.text); run "
        + "hyperbasis doctor for details."
    case .missingInCloud(let name):
      "The cloud lacks the \(name); hyperbasis doctor names the script to run. What was saved here "
        + "waits."
    case .refusedByCloud(let reason): refusalText(reason, refusals, error)
    case .hiddenInCloud: "\(CommandAdvice.text(of: error)) Run hyperbasis doctor for details."
    case .vanishedFromCloud:
      "\(CommandAdvice.text(of: error)) \(command("sync --accept-deletions")) does that; with "
        + "--dry-run it only lists what would go."
    case .manySpacesInCloud(let count):
      "\(count) new spaces in the cloud, none fetched. \(command("sync --yes")) fetches all; "
        + "\(command("unfollow --all")), then follow SPACE... some; sync --list names them."
    default: CommandAdvice.text(of: error)
    }
  }

  private func command(_ words: String) -> String { "hyperbasis \(words)\(storeOption)" }
}

// MARK: - What is refused

extension SyncAdvice {
  private func refusalText(_ reason: String, _ refusals: [HBRefusal], _ error: any Error) -> String
  {
    if !refusals.isEmpty, refusals.allSatisfy({ $0.kind == .deletion }) {
      let owner =
        refusals.contains(where: \.example.deniesPermission)
        ? "Only an owner of the space may delete it in the cloud: ask one; or " : ""
      return "The cloud refuses a request (\(reason)), and each sync tries it again. "
        + owner + deletionText(refusals)
    }
    let denied = refusals.filter(\.example.deniesPermission)
    if !denied.isEmpty {
      return credentials.accessToken == nil
        ? "The cloud refuses \(rows(refusals)) from users who are not signed in. Sign in: set "
          + "SUPABASE_ACCESS_TOKEN to the user's token."
        : "The cloud refuses \(rows(denied)) from this user (\(reason)). Sign in as the owner of "
          + "the space, or ask the owner to share it with this user as an editor; run hyperbasis "
          + "doctor for details. What is refused stays here, and is tried again with each sync."
    }
    if let misplaced = refusals.first(where: \.isOfOtherSpace) { return otherSpaceText(misplaced) }
    let withNull = refusals.filter(\.isOfNullCharacter)
    return withNull.isEmpty ? CommandAdvice.text(of: error) : nullCharacterText(withNull)
  }

  /// Returns how to cancel a refused deletion; without the space's name, which is only in the trash.
  private func deletionText(_ refusals: [HBRefusal]) -> String {
    let space = refusals.first.map { ShortId.text($0.example.spaceId) } ?? "SPACE"
    return "\(command("restore-space \(space)")) brings the space back here, which ends this."
  }

  /// Returns the advice for U+0000. An event never changes, so one with such a text is refused for
  /// good.
  private func nullCharacterText(_ refusals: [HBRefusal]) -> String {
    let space = refusals.first.map { ShortId.text($0.example.spaceId) } ?? "SPACE"
    return "The cloud cannot keep the character U+0000, found in a text of \(rows(refusals)). What "
      + "is refused stays here, and is tried again with each sync. "
      + "\(command("set ANCHOR KEY=VALUE")) without that character sends the anchor as it is then; "
      + "the history stays refused until \(command("unfollow \(space)"))."
  }

  /// Returns the advice for events that the cloud has in another space, where their ids belong.
  private func otherSpaceText(_ refusal: HBRefusal) -> String {
    let events = CountText.text(refusal.count, "event").plain
    let space = ShortId.text(refusal.example.spaceId)
    return
      "The cloud holds \(events) of the space \(space) in another space, as happens if one file "
      + "is imported into both. What is refused stays here and does not reach others: "
      + "\(command("delete-space \(space)")), then import the file into a new space with --rekey, which "
      + "makes copies with ids of their own."
  }

  private func rows(_ refusals: [HBRefusal]) -> String {
    CountText.text(refusals.map(\.count).reduce(0, +), "row").plain
  }
}

extension HBRefusal {
  /// Whether the cloud has the rows in another space.
  fileprivate var isOfOtherSpace: Bool { example.code == CloudFailure.heldElsewhereCode }

  /// Whether PostgreSQL cannot store a character of a text.
  fileprivate var isOfNullCharacter: Bool { example.code == "22P05" }
}

extension ProjectCredentials.Source {
  /// The source of the credentials, in words.
  var text: String {
    switch self {
    case .environment: "the environment"
    case .file(let path): path
    }
  }
}
