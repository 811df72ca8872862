import Foundation
import HyperbasisSync
import SystemPackage

/// What a configuration with an address that is not valid gets: an error that says so, at the first
/// sync and not when the store is opened, since everything else works.
struct InvalidCloud: CloudService, CloudInspector {
  let address: String

  private var failure: CloudFailure { .invalidAddress(address) }

  func inspect() -> HBCloudReport { HBCloudReport(connection: .invalidURL(address)) }

  func identity() throws(CloudFailure) -> CloudIdentity { throw failure }
  func probe() throws(CloudFailure) -> CloudTier { throw failure }
  func spaceManifest(
    after id: UUID?
  ) throws(CloudFailure) -> CloudPage<SpaceManifestEntry, UUID> { throw failure }
  func anchorManifest(
    after id: UUID?
  ) throws(CloudFailure) -> CloudPage<AnchorManifestEntry, UUID> { throw failure }
  func spaces(ids: [UUID]) throws(CloudFailure) -> CloudRows<SpaceRow> { throw failure }
  func anchors(ids: [UUID]) throws(CloudFailure) -> CloudRows<AnchorRow> { throw failure }
  func spaces(after sequence: Int64) throws(CloudFailure) -> CloudPage<SpaceRow, Int64> {
    throw failure
  }
  func anchors(after sequence: Int64) throws(CloudFailure) -> CloudPage<AnchorRow, Int64> {
    throw failure
  }
  func events(after sequence: Int64) throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64> {
    throw failure
  }
  func tombstones(after sequence: Int64) throws(CloudFailure) -> CloudPage<Tombstone, Int64> {
    throw failure
  }
  func write(
    spaces: [RowWrite<SpaceRow>], tier: CloudTier
  ) throws(CloudFailure) -> [UUID: SpaceRow] { throw failure }
  func write(
    anchors: [RowWrite<AnchorRow>], tier: CloudTier
  ) throws(CloudFailure) -> [UUID: AnchorRow] { throw failure }
  func insert(events: [AnchorEventRow]) throws(CloudFailure) { throw failure }
  func delete(spaces: [UUID]) throws(CloudFailure) { throw failure }
  func upload(
    map: WorldMapFile, of space: UUID, resuming uploads: any OpenUploads
  ) throws(CloudFailure) -> WorldMapReference { throw failure }
  func download(
    map: WorldMapReference, of space: UUID, to path: FilePath
  ) throws(CloudFailure) { throw failure }
  func remove(map: WorldMapReference, of space: UUID) throws(CloudFailure) { throw failure }
}
