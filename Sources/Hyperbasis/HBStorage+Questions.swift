package import Foundation
import HyperbasisModels
import HyperbasisStore
package import HyperbasisSync

extension HBStorage {
  /// Whether there is a cloud that answers questions.
  package var takesQuestions: Bool { questions != nil }

  /// Asks the cloud without pulling; nothing changes here.
  ///
  /// - Throws: ``HBStorageError/cloudNotConfigured``, and the cloud's own failures.
  @concurrent package func asking<Answer: Sendable>(
    _ question: @Sendable (any CloudQuestions) async throws -> Answer
  ) async throws -> Answer {
    guard isCloudEnabled else { throw HBStorageError.cloudNotConfigured }
    guard let questions else { throw HBStorageError.syncNotAvailable }
    do {
      try await syncing?.checkRespite()
      return try await question(questions)
    } catch let failure as CloudFailure {
      throw failure.storageError(at: store.context.clock())
    }
  }
}

extension HBStorage {
  /// Compares the store with its cloud, space by space; changes nothing.
  @concurrent package func comparedWithCloud() async throws -> [SpaceComparison] {
    let store = store
    let forgotten = try await syncing?.forgottenSpaces() ?? []
    return try await asking { cloud in
      guard let inventory = cloud as? any CloudInventory else {
        throw HBStorageError.syncNotAvailable
      }
      return try await CloudComparison(store, inventory, forgotten: forgotten).spaces()
    }
  }

  /// Removes a space from the cloud for good; what is here stays.
  ///
  /// - Returns: what the cloud had of it.
  @concurrent package func forgetInCloud(
    _ space: UUID, isRehearsal: Bool
  ) async throws -> ForgottenExtent {
    try await asking { cloud in
      guard let inventory = cloud as? any CloudInventory else {
        throw HBStorageError.syncNotAvailable
      }
      let extent = try await inventory.extent(of: space)
      if !isRehearsal { try await inventory.forget(space: space) }
      return extent
    }
  }

  /// Allows a forgotten space to come back: the next sync sends it as if it were new.
  ///
  /// - Returns: whether it was forgotten.
  @concurrent package func bringBackToCloud(_ space: UUID) async throws -> Bool {
    let wasForgotten = try await asking { cloud in
      guard let inventory = cloud as? any CloudInventory else {
        throw HBStorageError.syncNotAvailable
      }
      return try await inventory.unforget(space: space)
    }
    try await syncing?.sendAgain(space)
    return wasForgotten
  }
}
