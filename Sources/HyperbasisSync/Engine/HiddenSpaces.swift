import Foundation
import HyperbasisModels
import HyperbasisStore

// Rows that a policy of the server hides look like missing ones. A migrated server reports what it
// removes, so what is missing and was not removed is out of sight.
extension MigratedPull {
  /// Returns the spaces that this user sees, as far as an explicitly requested pass has to know them; nil
  /// in other passes, which are many and would learn nothing new.
  func visibleSpaces() async throws -> Set<UUID>? {
    let known = session.knownSpaces
    guard session.options.asksForMore, !known.isEmpty else { return nil }
    guard known.count > SyncLimits.idsPerRequest else {
      let found = try await session.ask { try await $0.spaces(ids: known) }
      // Rows that cannot be read exist as well.
      return Set(found.rows.map(\.id) + found.unreadable.compactMap(\.id))
    }
    return try await listedSpaces()
  }

  /// Returns all spaces that the server lists, in pages larger than a request by ids could be.
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

  /// Reports which spaces are out of sight.
  ///
  /// - Parameters:
  ///   - seen: the spaces that were in sight before the news was read, so that the news reports all that
  ///     was removed by then; nil if that was not determined.
  ///   - removed: the spaces that the news reports as removed.
  func noteHiddenSpaces(seen: Set<UUID>?, removed: Set<UUID>) {
    guard let seen else { return }
    let hidden = session.knownSpaces.filter { !seen.contains($0) && !removed.contains($0) }
    guard !hidden.isEmpty else { return }
    session.note(HBStorageError.hiddenInCloud(names: hidden.map(session.name).sorted()))
  }
}
