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
  /// What the files were like, to see whether they have changed.
  let status: FileStatus
  let mapStatus: FileStatus?
  /// Where the file is, and its members in their order.
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
  /// In the space's own file, in base64, between its quotes.
  case inline(Range<Int>)
  case separate(FilePath)
}
