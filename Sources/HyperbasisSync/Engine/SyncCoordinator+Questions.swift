package import Foundation
import HyperbasisStore

// Questions about the cloud outside of passes; none of them takes anything in.
extension SyncCoordinator {
  /// Finds what is here but gone from the cloud, and would be deleted with `acceptsVanished`; changes
  /// nothing.
  package func vanishedRows() async throws -> [HBVanishedRow] {
    try await apart(changesNothing: true) { pass in try await pass.findVanished() }
  }

  /// Finds what a pass would send and take in, by space; changes nothing.
  ///
  /// - Parameter spaces: the spaces that it would concern; nil for those that are followed.
  package func rehearse(_ spaces: Set<UUID>?) async throws -> [SpaceTraffic] {
    var options = SyncOptions()
    options.spaces = spaces
    return try await apart(options, changesNothing: true) { pass in try await pass.rehearse() }
  }

  /// Finds what is still to be sent, by space, as far as passes have recorded what the cloud has; neither
  /// asks the cloud nor waits for a pass.
  package nonisolated func unsentChanges() async throws -> [UUID: TrafficCount] {
    // Without an identity, nothing is known of what the cloud has.
    let identity = (try? await cloud.identity()) ?? CloudIdentity(url: "", user: nil)
    let pass = SyncPass(
      store: store, cloud: cloud, identity: identity, options: SyncOptions(), tell: { _ in })
    return try await pass.findUnsent()
  }

  /// Makes sure that nobody asks a server that asked to be left alone, this process or an earlier one.
  ///
  /// - Throws: ``CloudFailure/busy(_:retryAfter:)``.
  package nonisolated func checkRespite() async throws {
    guard let respite = respite(of: try await cloud.identity()) else { return }
    throw respite.failure(at: store.context.clock())
  }

  /// Lists some of what the cloud has, by name, followed or not; takes nothing in.
  package nonisolated func cloudSpaces(
    _ most: Int, skipping skipped: Int
  ) async throws -> ListedCloudSpaces {
    do {
      try await checkRespite()
      return try await CloudSpaceList(store: store, cloud: cloud).load(most, skipping: skipped)
    } catch {
      throw publicError(error)
    }
  }

  /// Returns the spaces that somebody has deleted from the cloud for good, as far as passes have learnt.
  package nonisolated func forgottenSpaces() async throws -> Set<UUID> {
    do {
      return files(of: try await cloud.identity()).load()?.forgottenSpaces ?? []
    } catch {
      throw publicError(error)
    }
  }

  /// Lets the next pass send a space that the cloud had forgotten.
  package func sendAgain(_ id: UUID) async throws {
    try await apart { pass in try await pass.sendAgain(id) }
  }
}
