import Foundation
import HyperbasisModels
import HyperbasisStore

// Rows that a rule of the server hides look like none. A migrated server says of what it removes that it
// has, so that what is missing and was not removed is out of sight.
extension MigratedPull {
  /// The spaces that this user sees, as far as a pass that somebody asked for has to know them; nil in
  /// others, which are many and would ask for nothing new.
  func visibleSpaces() async throws -> Set<UUID>? {
    let known = session.knownSpaces
    guard session.options.asksForMore, !known.isEmpty else { return nil }
    guard known.count > SyncLimits.idsPerRequest else {
      let found = try await session.ask { try await $0.spaces(ids: known) }
      // What cannot be read is there.
      return Set(found.rows.map(\.id) + found.unreadable.compactMap(\.id))
    }
    return try await listedSpaces()
  }

  /// All that the server lists, in larger pages than requests name ids.
  private func listedSpaces() async throws -> Set<UUID> {
    var ids: Set<UUID> = []
    var end: UUID?
    repeat {
      let page = try await session.ask { [end] in try await $0.spaceManifest(after: end) }
      ids.formUnion(page.rows.map(\.id))
      ids.formUnion(page.unreadable.compactMap(\.id))
      end = page.isLast ? nil : page.end
    } while end != nil
    return ids
  }

  /// Says which spaces are out of sight.
  ///
  /// - Parameters:
  ///   - seen: what was in sight before the news were read, which so tell of all that was removed by
  ///     then; nil where nobody has looked.
  ///   - removed: what the news say to be removed.
  func noteHiddenSpaces(seen: Set<UUID>?, removed: Set<UUID>) {
    guard let seen else { return }
    let hidden = session.knownSpaces.filter { !seen.contains($0) && !removed.contains($0) }
    guard !hidden.isEmpty else { return }
    session.note(HBStorageError.hiddenInCloud(names: hidden.map(session.name).sorted()))
  }
}
