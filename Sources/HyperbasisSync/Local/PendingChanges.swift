package import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
package import HyperbasisStore

/// The list of what is still to be sent to the cloud, which several writers may change.
package struct PendingChanges: Sendable {
  let store: HBLocalStore

  package init(_ store: HBLocalStore) {
    self.store = store
  }

  /// If more anchors of one space are pending, one operation stands for all of them.
  package static let mostAnchors = 500

  private var lock: StoreLock {
    StoreLock(store.context.layout.pendingLock, in: store.context, refusal: .syncUnderWay)
  }
}

extension PendingChanges {
  /// Spaces whose deletion was requested, and is not known to the cloud yet.
  var deletions: Set<UUID> {
    Set(
      store.loadPendingOperations().compactMap { operation in
        if case .deleteSpace(let id) = operation.type { id } else { nil }
      })
  }

  /// Adds what is to be sent to the cloud; what is listed already is not added again.
  package func add(_ kinds: [HBPendingOperation.Kind]) throws {
    try reachingFiles {
      try lock.withLock {
        var operations = store.loadPendingOperations()
        let known = Set(operations.map(\.type))
        let new = kinds.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        operations += new.map { newOperation($0) }
        try store.savePendingOperations(operations)
      }
    }
  }

  /// Moves a space to the trash, and notes that the cloud must be told, unless the space is not followed:
  /// then it is just a copy that is thrown away.
  ///
  /// The note comes first: a crash in between leaves one for a space that is still here, which the next
  /// pass drops. It is written again afterwards, in case a pass has dropped it meanwhile.
  package func deleteSpace(_ id: UUID) throws {
    guard isFollowed(id) else {
      return try store.trash.deleteSpace(id) { try CloudTrash.noteCopy(of: id, in: store.trash) }
    }
    // The cloud has nothing left of it to delete.
    if forgottenSpaces.contains(id) { return try store.deleteSpace(id: id) }
    noteDeletion(of: id)
    try store.deleteSpace(id: id)
    noteDeletion(of: id)
  }

  /// Takes back the note of a deletion that the cloud has not been told of, as the space has come back.
  ///
  /// - Returns: whether there was a note of its deletion.
  func takeBackDeletion(of id: UUID) throws -> Bool {
    try reachingFiles {
      try lock.withLock {
        let operations = store.loadPendingOperations()
        let rest = operations.filter { $0.type != .deleteSpace(id) }
        guard rest.count < operations.count else { return false }
        try store.savePendingOperations(rest)
        return true
      }
    }
  }

  /// Drops what was pending for spaces that are no longer followed. Their deletions stay: a pass notes
  /// that these were not meant for the cloud.
  package func dropUnfollowed() throws {
    let followed = try FollowedSpacesFile(store).load()
    try reachingFiles {
      try lock.withLock {
        let operations = store.loadPendingOperations()
        let rest = try operations.filter { operation in
          try space(of: operation.type).map(followed.contains) ?? true
        }
        if rest.count < operations.count { try store.savePendingOperations(rest) }
      }
    }
  }

  /// Returns the space of an operation; nil for a deletion, or if it is not known.
  private func space(of kind: HBPendingOperation.Kind) throws -> UUID? {
    switch kind {
    case .saveSpace(let id), .uploadEvents(let id): id
    case .saveAnchor(let id): try store.loadAnchor(id: id)?.spaceId
    case .deleteSpace: nil
    }
  }

  /// Whether a space is kept in sync with the cloud. If that cannot be read, it is taken to be: a change
  /// is then sent, and a deletion has its usual meaning.
  package func isFollowed(_ id: UUID) -> Bool {
    (try? FollowedSpacesFile(store).load().contains(id)) ?? true
  }

  /// Returns how many of the changes on the list are of some spaces. One whose space is not known counts.
  package func count(of spaces: Set<UUID>) -> Int {
    store.loadPendingOperations().count { operation in
      if case .deleteSpace(let id) = operation.type { return spaces.contains(id) }
      return ((try? space(of: operation.type)) ?? nil).map(spaces.contains) ?? true
    }
  }

  /// The spaces that somebody has deleted from the cloud for good, as far as passes have learnt. Nothing of
  /// them is sent, and what is here stays.
  package var forgottenSpaces: Set<UUID> {
    LastSyncedFiles.all(of: store.context).reduce(into: []) { spaces, files in
      spaces.formUnion(files.load()?.forgottenSpaces ?? [])
    }
  }

  /// Whether sync leaves a space out, so that nothing of it waits for the cloud.
  package func isLeftOut(_ id: UUID) -> Bool {
    !isFollowed(id) || forgottenSpaces.contains(id)
  }

  /// Returns what of a list concerns spaces that sync does not leave out.
  package func withoutLeftOut(_ kinds: [HBPendingOperation.Kind]) -> [HBPendingOperation.Kind] {
    let (followed, forgotten) = ((try? FollowedSpacesFile(store).load()) ?? .usual, forgottenSpaces)
    if followed == .usual, forgotten.isEmpty { return kinds }
    return kinds.filter { kind in
      guard let space = (try? space(of: kind)) ?? nil else { return true }
      return followed.contains(space) && !forgotten.contains(space)
    }
  }

  private func noteDeletion(of id: UUID) {
    // A deletion must not fail because of the cloud.
    DiagnosticLog.sync.attempt("note a deletion for the cloud") { try add([.deleteSpace(id)]) }
  }

  /// Replaces the list with what a comparison with the cloud has found; what may have been added since
  /// stays.
  ///
  /// - Parameters:
  ///   - examined: the store as it was before it was compared.
  ///   - deletions: the deletions that had been requested when that began. A later one may be recorded
  ///     only in the list, if the cloud was not known to have the space.
  /// - Returns: what the list holds afterwards.
  func replace(
    with kinds: [HBPendingOperation.Kind], examined: StoreSurvey, deletions: Set<UUID>,
    countsFailure: Bool
  ) throws -> [HBPendingOperation.Kind] {
    try reachingFiles {
      try lock.withLock {
        let old = store.loadPendingOperations()
        let isDone = { Set(kinds).isSuperset(of: $0) }(old.map(\.type))
        let isCurrent =
          try isDone
          || examined.ids.allSatisfy {
            // Of a space that went meanwhile, only the deletion is to be sent.
            try store.events.logSize(of: $0) == examined.logSize(of: $0)
              || !store.catalog.holds($0)
          }
        var wanted = kinds
        // What was enqueued meanwhile is not known to be done.
        wanted += old.map(\.type).filter { kind in
          !kinds.contains(kind) && (!isCurrent || kind.isDeletion(besides: deletions))
        }
        let known = Dictionary(old.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
        let operations = wanted.map { kind in
          var operation = known[kind] ?? newOperation(kind)
          if countsFailure { operation.retryCount += 1 }
          return operation
        }
        if operations != old { try store.savePendingOperations(operations) }
        return wanted
      }
    }
  }

  private func newOperation(_ kind: HBPendingOperation.Kind) -> HBPendingOperation {
    // Files hold whole seconds.
    let now = Date(timeIntervalSince1970: Double(store.context.clock().wholeSeconds))
    return HBPendingOperation(type: kind, id: store.context.makeUUID(), createdAt: now)
  }
}

extension HBPendingOperation.Kind {
  fileprivate func isDeletion(besides known: Set<UUID>) -> Bool {
    if case .deleteSpace(let id) = self { !known.contains(id) } else { false }
  }
}
