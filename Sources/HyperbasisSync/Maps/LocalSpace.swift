import Foundation
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// A space's file without its world map, which stays where it is.
struct LocalSpace: Sendable {
  let id: UUID
  let name: String?
  let createdAt: HBInstant
  let updatedAt: HBInstant
  let isCompressed: Bool
  let map: MapPlace
  /// The status of the files when they were read, to detect later changes.
  let status: FileStatus
  let mapStatus: FileStatus?
  /// The path of the file, and its members in order.
  let path: FilePath
  let members: [MemberScanner.Member]
}

extension LocalSpace {
  /// Whether the cloud's row says that the space was changed later. Files hold whole seconds.
  func isEarlier(than row: SpaceRow) -> Bool {
    updatedAt.wholeSeconds < row.updatedAt.wholeSeconds
  }
}

/// Where the bytes of a world map lie.
enum MapPlace: Equatable, Sendable {
  case none
  /// In the space's own file, as base64; without its quotes.
  case inline(Range<Int>)
  case separate(FilePath)
}
