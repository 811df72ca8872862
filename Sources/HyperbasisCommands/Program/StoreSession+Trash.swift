import Foundation
import Hyperbasis

extension StoreSession {
  /// The spaces in the trash by their ids; of one that was deleted more than once the latest.
  func trashedSpaces() throws -> [UUID: TrashedSpace] {
    try store.trash.list().latest
  }

  /// What to say of a space that is not in the store, but in the trash; nil where it is not there
  /// either.
  func failureOfTrash(_ error: SelectorError) -> CommandFailure? {
    // Where the trash cannot be read, there is nothing to add.
    let trashed = (try? trashedSpaces().candidates) ?? []
    switch error {
    case .noSpace:
      guard !trashed.isEmpty else { return nil }
      return .data("There are no spaces; \(wordsOfTrash(trashed.count))")
    case .notFound(.space, let text, _):
      let named = try? TextualSelector.spaceWithIdOrName(text, among: trashed)
      guard let named else { return nil }
      let command = command("restore-space \(SpaceArgument.text(named.id, among: trashed))")
      return .data("The space \"\(text)\" is in the trash; \(command) brings it back.")
    case .notFound, .ambiguous, .tooShort, .notNamed: return nil
    }
  }

  /// `1 is in the trash: hyperbasis trash lists it, hyperbasis restore-space SPACE brings it back.`
  func wordsOfTrash(_ count: Int) -> String {
    let (verb, object) = count == 1 ? ("is", "it") : ("are", "them")
    return "\(count) \(verb) in the trash: \(command("trash")) lists \(object), "
      + "\(command("restore-space SPACE")) brings \(count == 1 ? "it" : "one") back."
  }
}

extension [TrashedSpace] {
  /// By their ids; of one that was deleted more than once the latest.
  var latest: [UUID: TrashedSpace] {
    // The last deleted stands first.
    Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { latest, _ in latest })
  }
}

/// What deleted spaces are called.
struct TrashNames {
  private let candidates: [TextualSelector.Candidate]

  init(_ session: StoreSession) {
    // A space is deleted, even where the rest of the trash cannot be read: its id always fits.
    candidates = (try? session.trashedSpaces().candidates) ?? []
  }

  /// A deleted space as restore-space finds it, among all that are in the trash.
  func argument(of id: UUID) -> String { SpaceArgument.text(id, among: candidates) }

  /// Nil where it has none, or is not there.
  func name(of id: UUID) -> String? { candidates.first { $0.id == id }?.name }
}

extension [UUID: TrashedSpace] {
  /// As what they can be named.
  var candidates: [TextualSelector.Candidate] {
    values.sorted { $0.id < $1.id }.map {
      TextualSelector.Candidate(id: $0.id, name: $0.summary.name)
    }
  }
}
