import Foundation
import HyperbasisExchange
import HyperbasisHistory
import HyperbasisStore

/// The space that an import fills.
struct ImportDestination {
  let id: UUID
  let name: String
  let isNew: Bool
}

/// Finds the space that an import fills.
struct ImportDestinations {
  private let catalog: SpaceCatalog
  private let candidates: [TextualSelector.Candidate]

  init(_ catalog: SpaceCatalog) throws {
    self.catalog = catalog
    candidates = try catalog.names().map { TextualSelector.Candidate(id: $0.id, name: $0.name) }
  }
}

extension ImportDestinations {
  /// Returns the space that a person means: the one with that id, or with that name in any case, else a
  /// new one of that name. The beginning of an id is not matched: it could just as well be a name.
  ///
  /// - Throws: ``SelectorError`` if several spaces have the name and differ only in case.
  func destination(meantBy text: String) throws -> ImportDestination {
    let found = try TextualSelector.spaceWithIdOrName(text, among: candidates)
    return try found.map { known($0, called: text) } ?? new(named: text)
  }

  /// Returns the space that data name: the one with that id or exactly that name, else a new one. Names
  /// that differ in case were meant to differ, and lead to the same spaces on every machine.
  func destination(named name: String) throws -> ImportDestination {
    let id = UUID(uuidString: name)
    let found = candidates.first { $0.id == id } ?? candidates.first { $0.name == name }
    return try found.map { known($0, called: name) } ?? new(named: name)
  }

  /// Returns a note if a new space looks like one that is already there.
  func note(on destination: ImportDestination) -> String? {
    guard destination.isNew, let meant = similar(to: destination.name) else { return nil }
    let space = meant.name.map { "\"\($0)\"" } ?? meant.id.uuidString
    return "\"\(destination.name)\" becomes the name of a new space. "
      + "To fill \(space) instead, name that space with --space."
  }

  private func known(_ found: TextualSelector.Candidate, called name: String) -> ImportDestination {
    ImportDestination(id: found.id, name: found.name ?? name, isNew: false)
  }

  private func new(named name: String) throws -> ImportDestination {
    let id = ImportIdentity.spaceId(named: name)
    return ImportDestination(id: id, name: name, isNew: try !catalog.holds(id))
  }

  /// Returns the space that the same text would name in other commands.
  private func similar(to name: String) -> TextualSelector.Candidate? {
    guard let id = try? TextualSelector.space(name, among: candidates) else { return nil }
    return candidates.first { $0.id == id }
  }
}
