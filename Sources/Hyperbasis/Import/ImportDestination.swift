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
  /// The space that a person means: the one with that id, or with that name in any case, else a new
  /// one of that name. The beginning of an id is none: it is as good a name as others.
  ///
  /// - Throws: ``SelectorError`` where several spaces have the name in other cases.
  func destination(meantBy text: String) throws -> ImportDestination {
    let found = try TextualSelector.spaceWithIdOrName(text, among: candidates)
    return try found.map { known($0, called: text) } ?? new(named: text)
  }

  /// The space that data name: the one with that id or that very name, else a new one. Data that
  /// differ in case were written as different, and the same on every machine.
  func destination(named name: String) throws -> ImportDestination {
    let id = UUID(uuidString: name)
    let found = candidates.first { $0.id == id } ?? candidates.first { $0.name == name }
    return try found.map { known($0, called: name) } ?? new(named: name)
  }

  /// What to say where a new space looks like one that is there.
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

  /// The space that the same text names in other commands.
  private func similar(to name: String) -> TextualSelector.Candidate? {
    guard let id = try? TextualSelector.space(name, among: candidates) else { return nil }
    return candidates.first { $0.id == id }
  }
}
