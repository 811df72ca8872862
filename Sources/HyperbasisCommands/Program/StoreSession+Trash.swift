import Foundation
import Hyperbasis

extension StoreSession {
  /// Returns the spaces in the trash by id; for one that was deleted more than once, the latest.
  func trashedSpaces() throws -> [UUID: TrashedSpace] {
    try store.trash.list().latest
  }

  /// Returns the failure for a space that is not in the store but in the trash; nil if it is in
  /// neither.
  func failureOfTrash(_ error: SelectorError) -> CommandFailure? {
    // If the trash cannot be read, there is nothing to add.
    let trashed = (try? trashedSpaces().candidates) ?? []
    switch error {
    case .noSpace:
      guard !trashed.isEmpty else { return nil }
      return .data("There are no spaces; \(wordsOfTrash(trashed.count))")
    case .notFound(.space, let text, _):
      let named = try? TextualSelector.spaceIfAny(text, among: trashed)
      guard let named else { return nil }
      let command = command("restore-space \(SpaceArgument.text(named.id, among: trashed))")
      return .data("The space \"\(text)\" is in the trash; \(command) brings it back.")
    case .notFound, .ambiguous, .tooShort, .notNamed: return nil
    }
  }

  /// Returns a text such as `1 is in the trash: hyperbasis trash lists it, hyperbasis restore-space SPACE
  /// brings it back.`
  func wordsOfTrash(_ count: Int) -> String {
    let (verb, object) = count == 1 ? ("is", "it") : ("are", "them")
    return "\(count) \(verb) in the trash: \(command("trash")) lists \(object), "
      + "\(command("restore-space SPACE")) brings \(count == 1 ? "it" : "one") back."
  }
}

extension [TrashedSpace] {
  /// The spaces by id; for one that was deleted more than once, the latest.
  var latest: [UUID: TrashedSpace] {
    // The list begins with the last deleted.
    Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { latest, _ in latest })
  }
}

/// The names of deleted spaces.
struct TrashNames {
  private let candidates: [TextualSelector.Candidate]

  init(_ session: StoreSession) {
    // The space is deleted even if the rest of the trash cannot be read; its id always works.
    candidates = (try? session.trashedSpaces().candidates) ?? []
  }

  /// Returns the argument by which restore-space finds a deleted space among all in the trash.
  func argument(of id: UUID) -> String { SpaceArgument.text(id, among: candidates) }

  /// Returns nil if it has no name, or is not in the trash.
  func name(of id: UUID) -> String? { candidates.first { $0.id == id }?.name }
}

extension [UUID: TrashedSpace] {
  /// The spaces as candidates for a selection by name or id.
  var candidates: [TextualSelector.Candidate] {
    values.sorted { $0.id < $1.id }.map {
      TextualSelector.Candidate(id: $0.id, name: $0.summary.name)
    }
  }
}
