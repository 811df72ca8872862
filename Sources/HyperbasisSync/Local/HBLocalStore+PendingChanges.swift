package import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
package import HyperbasisStore

extension HBLocalStore {
  /// Of more anchors of one space than this, one operation stands for all.
  package static let mostPendingAnchors = 500

  private var pendingLock: StoreLock {
    StoreLock(
      path: context.layout.pendingLock, files: context.files, patience: context.lockPatience,
      refusal: .syncUnderWay)
  }

  /// Adds what the cloud is to be told; what is there already is not added again.
  package func addPendingOperations(_ kinds: [HBPendingOperation.Kind]) throws {
    try reaching {
      try pendingLock.withLock {
        var operations = loadPendingOperations()
        let known = Set(operations.map(\.type))
        let new = kinds.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        operations += new.map { newOperation($0) }
        try savePendingOperations(operations)
      }
    }
  }

  /// Moves a space to the trash, and notes that the cloud is to be told.
  ///
  /// The note comes first: whoever dies in between leaves one of a space that is still here, which
  /// the next pass drops. It comes again, in case that a pass did so meanwhile.
  package func deleteSpaceEverywhere(id: UUID) throws {
    // A deletion does not fail for the cloud's sake.
    DiagnosticLog.sync.attempt("note a deletion for the cloud") {
      try addPendingOperations([.deleteSpace(id)])
    }
    try deleteSpace(id: id)
    DiagnosticLog.sync.attempt("note a deletion for the cloud") {
      try addPendingOperations([.deleteSpace(id)])
    }
  }

  /// Makes the list what a comparison with the cloud has found, unless somebody has written since.
  ///
  /// - Parameters:
  ///   - examined: how long the logs were that were compared.
  ///   - deletions: the deletions that were asked for when that began. Of a later one nothing but
  ///     the list may know, where the cloud was not known to have the space.
  /// - Returns: what the list holds then.
  func replacePendingOperations(
    _ kinds: [HBPendingOperation.Kind], examined: [UUID: Int], deletions: Set<UUID>,
    countsFailure: Bool
  ) throws -> [HBPendingOperation.Kind] {
    try reaching {
      try pendingLock.withLock {
        let old = loadPendingOperations()
        let isCurrent = try examined.allSatisfy { try logSize(of: $0.key) == $0.value }
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
        if operations != old { try savePendingOperations(operations) }
        return wanted
      }
    }
  }

  private func newOperation(_ kind: HBPendingOperation.Kind) -> HBPendingOperation {
    // Files hold whole seconds.
    let now = Date(timeIntervalSince1970: Double(context.clock().wholeSeconds))
    return HBPendingOperation(type: kind, id: context.makeUUID(), createdAt: now)
  }
}

extension HBPendingOperation.Kind {
  fileprivate func isDeletion(besides known: Set<UUID>) -> Bool {
    if case .deleteSpace(let id) = self { !known.contains(id) } else { false }
  }
}
