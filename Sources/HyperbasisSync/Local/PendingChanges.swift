package import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
package import HyperbasisStore

/// The list of what the cloud is still to be told, as several writers change it.
package struct PendingChanges: Sendable {
  private let store: HBLocalStore

  package init(_ store: HBLocalStore) {
    self.store = store
  }

  /// Of more anchors of one space than this, one operation stands for all.
  package static let mostAnchors = 500

  private var lock: StoreLock {
    let context = store.context
    return StoreLock(
      path: context.layout.pendingLock, files: context.files, patience: context.lockPatience,
      refusal: .syncUnderWay)
  }
}

extension PendingChanges {
  /// Spaces that somebody asked to delete and of which the cloud does not know yet.
  var deletions: Set<UUID> {
    Set(
      store.loadPendingOperations().compactMap { operation in
        if case .deleteSpace(let id) = operation.type { id } else { nil }
      })
  }

  /// Adds what the cloud is to be told; what is there already is not added again.
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

  /// Moves a space to the trash, and notes that the cloud is to be told; unless nobody follows it:
  /// then it is but a copy that is thrown away.
  ///
  /// The note comes first: whoever dies in between leaves one of a space that is still here, which
  /// the next pass drops. It comes again, in case that a pass did so meanwhile.
  package func deleteSpace(_ id: UUID) throws {
    guard isFollowed(id) else {
      return try store.trash.deleteSpace(id) { try CloudTrash.noteCopy(of: id, in: store.trash) }
    }
    noteDeletion(of: id)
    try store.deleteSpace(id: id)
    noteDeletion(of: id)
  }

  /// Notes that a space has come back of whose deletion the cloud has not been told.
  ///
  /// - Returns: whether there was a note of its deletion.
  package func takeBackDeletion(of id: UUID) throws -> Bool {
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

  /// Drops what was to be told of spaces that nobody follows any more; their deletions stay, of which a
  /// pass notes that they were not meant for the cloud.
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

  /// nil where it is a deletion, or nobody knows.
  private func space(of kind: HBPendingOperation.Kind) throws -> UUID? {
    switch kind {
    case .saveSpace(let id), .uploadEvents(let id): id
    case .saveAnchor(let id): try store.loadAnchor(id: id)?.spaceId
    case .deleteSpace: nil
    }
  }

  /// Whether a space is kept in step with the cloud. Where nobody can tell, it is: a change is to be
  /// sent then, and a deletion means what it mostly means.
  package func isFollowed(_ id: UUID) -> Bool {
    (try? FollowedSpacesFile(store).load().contains(id)) ?? true
  }

  private func noteDeletion(of id: UUID) {
    // A deletion does not fail for the cloud's sake.
    DiagnosticLog.sync.attempt("note a deletion for the cloud") { try add([.deleteSpace(id)]) }
  }

  /// Makes the list what a comparison with the cloud has found, unless somebody has written since.
  ///
  /// - Parameters:
  ///   - examined: the store as it was before it was compared.
  ///   - deletions: the deletions that were asked for when that began. Of a later one nothing but
  ///     the list may know, where the cloud was not known to have the space.
  /// - Returns: what the list holds then.
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
            // Of one that went meanwhile nothing but its deletion is to be told.
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
