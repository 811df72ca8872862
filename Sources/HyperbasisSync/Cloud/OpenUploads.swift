package import Foundation

/// Uploads of large files that have begun and not ended, so that whoever syncs next goes on where
/// they stopped, be it another process.
///
/// To forget one costs sending the file from its beginning, so nothing here fails.
package protocol OpenUploads: Sendable {
  /// By which name the server knows an upload; nil where none is known to have begun.
  func identifier(of upload: MapUpload) -> String?
  func begin(_ upload: MapUpload, as identifier: String)
  func end(_ upload: MapUpload)
}

/// Which bytes go where: an upload of other ones is another upload.
package struct MapUpload: Hashable, Sendable {
  package var spaceId: UUID
  package var sha256: String
  package var byteCount: Int

  package init(spaceId: UUID, sha256: String, byteCount: Int) {
    self.spaceId = spaceId
    self.sha256 = sha256
    self.byteCount = byteCount
  }
}
