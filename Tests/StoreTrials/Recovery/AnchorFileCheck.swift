package import Foundation
import Hyperbasis
package import HyperbasisStore

/// Checks that the anchor files of a space agree with its log.
package enum AnchorFileCheck {
  package static func violations(in store: HBLocalStore, of space: UUID) throws -> [String] {
    let (layout, files) = (store.context.layout, store.context.files)
    return try store.loadAnchors(spaceId: space).compactMap { anchor in
      let path = try layout.anchors.find(anchor.id, files).path
      guard let data = try files.contents(of: path) else { return "I7: an anchor has no file" }
      let file = try AnchorFile.decode(data)
      let isSame =
        file.transform == anchor.transform && file.isDeleted == anchor.isDeleted
        && file.metadata == anchor.metadata
      return isSame ? nil : "I7: an anchor's file is not what the log says"
    }
  }
}
