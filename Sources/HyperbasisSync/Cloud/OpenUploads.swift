package import Foundation

/// Uploads of large files that have begun and not ended, so that the next pass goes on where they
/// stopped, even in another process.
///
/// Forgetting one only costs sending the file from its beginning, so nothing here fails.
package protocol OpenUploads: Sendable {
  /// Returns the name by which the server knows an upload; nil if none is known to have begun.
  func identifier(of upload: MapUpload) -> String?
  func begin(_ upload: MapUpload, as identifier: String)
  func end(_ upload: MapUpload)
}

/// Which bytes go where: other bytes make another upload.
package struct MapUpload: Hashable, Sendable {
  package var spaceId: UUID
  /// The name of the object, which begins with the hash of the bytes.
  package var name: String
  package var byteCount: Int

  package init(spaceId: UUID, name: String, byteCount: Int) {
    self.spaceId = spaceId
    self.name = name
    self.byteCount = byteCount
  }
}
