import Foundation
import Hyperbasis

extension StoreSession {
  /// The spaces in the trash by their ids; of one that was deleted more than once the latest.
  func trashedSpaces() throws -> [UUID: TrashedSpace] {
    // The last deleted stands first.
    Dictionary(
      try store.trash.list().map { ($0.id, $0) }, uniquingKeysWith: { latest, _ in latest })
  }
}

extension [UUID: TrashedSpace] {
  /// As what they can be named.
  var candidates: [TextualSelector.Candidate] {
    values.sorted { $0.id.uuidString < $1.id.uuidString }.map {
      TextualSelector.Candidate(id: $0.id, name: $0.summary.name)
    }
  }
}
