package import Foundation
import HyperbasisStore

// What is asked about the cloud besides a pass; none of it takes anything in.
extension SyncCoordinator {
  /// What is here and gone from the cloud, as `acceptsVanished` would delete it; changes nothing.
  package func vanishedRows() async throws -> [HBVanishedRow] {
    try await apart(changesNothing: true) { pass in try await pass.findVanished() }
  }

  /// What a pass would send and take in, by space; changes nothing.
  ///
  /// - Parameter spaces: those that it would be about; nil for those that are followed.
  package func rehearse(_ spaces: Set<UUID>?) async throws -> [SpaceTraffic] {
    var options = SyncOptions()
    options.spaces = spaces
    return try await apart(options, changesNothing: true) { pass in try await pass.rehearse() }
  }

  /// What the cloud is still to be told, by space, as far as passes have taken down what it has; it is
  /// not asked, and no pass is waited for.
  package nonisolated func unsentChanges() async throws -> [UUID: TrafficCount] {
    // Where it is not known who asks, nothing is known of what the cloud has.
    let identity = (try? await cloud.identity()) ?? CloudIdentity(url: "", user: nil)
    let pass = SyncPass(
      store: store, cloud: cloud, identity: identity, options: SyncOptions(), tell: { _ in })
    return try await pass.findUnsent()
  }

  /// Some of what the cloud has, by name, followed or not; takes nothing in.
  package nonisolated func cloudSpaces(
    _ most: Int, skipping skipped: Int
  ) async throws -> ListedCloudSpaces {
    do {
      _ = try await cloud.identity()
      return try await CloudSpaceList(store: store, cloud: cloud).load(most, skipping: skipped)
    } catch {
      throw Self.publicError(error)
    }
  }

  /// The spaces that somebody has deleted from the cloud for good, as far as passes have learnt.
  package nonisolated func forgottenSpaces() async throws -> Set<UUID> {
    do {
      let identity = try await cloud.identity()
      let files = LastSyncedFiles(
        identity: identity, layout: store.context.layout, files: store.context.files)
      let removals = files.load()?.removals ?? [:]
      return Set(removals.filter { $0.value.state == .forgotten }.map(\.key))
    } catch {
      throw Self.publicError(error)
    }
  }

  /// Lets the next pass send a space that the cloud had forgotten.
  package func sendAgain(_ id: UUID) async throws {
    try await apart { pass in try await pass.sendAgain(id) }
  }
}
