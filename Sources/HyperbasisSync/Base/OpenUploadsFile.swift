import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// Open uploads in a file beside the base, of one identity: `uploads.json`.
///
/// Whoever knows the name of an upload may add to it, so the file is its owner's alone, as all new
/// files are. Whoever changes it holds the store's sync lock.
struct OpenUploadsFile: OpenUploads {
  /// No server keeps an upload for longer (Supabase: 24 hours).
  static let lifetime: TimeInterval = 24 * 3600

  let path: FilePath
  let files: any FileSystem
  let clock: @Sendable () -> HBInstant

  fileprivate struct Entry {
    var upload: MapUpload
    var identifier: String
    var begunAt: HBInstant
  }

  func identifier(of upload: MapUpload) -> String? {
    entries.first { $0.upload == upload }?.identifier
  }

  func begin(_ upload: MapUpload, as identifier: String) {
    let others = entries.filter { $0.upload != upload }
    write(others + [Entry(upload: upload, identifier: identifier, begunAt: clock())])
  }

  func end(_ upload: MapUpload) {
    let known = entries
    let others = known.filter { $0.upload != upload }
    if others.count < known.count { write(others) }
  }
}

// MARK: - The file

extension OpenUploadsFile {
  /// Those that a server may still have; a file that cannot be read holds none.
  private var entries: [Entry] {
    // What is not known to be open is uploaded from its start.
    guard let data = try? files.contents(of: path),
      let json = try? JSONParser.parse([UInt8](data)),
      let uploads = JSONMembers(json)["uploads"]?.list(Entry.init(json:))
    else { return [] }
    let now = clock()
    return uploads.filter { abs($0.begunAt.seconds(until: now)) < Self.lifetime }
  }

  private func write(_ entries: [Entry]) {
    // What is not written down is sent again.
    do {
      if entries.isEmpty {
        try files.removeFile(path)
      } else {
        let json: AnyCodableValue = ["format": 1, "uploads": .array(entries.map(\.json))]
        let data = try JSONWriter.data(json)
        try files.createDirectories(path.removingLastComponent())
        try files.replace(path, with: data, .view)
      }
    } catch {}
  }
}

extension HBInstant {
  fileprivate func seconds(until other: HBInstant) -> TimeInterval {
    Double(other.microseconds) / 1e6 - Double(microseconds) / 1e6
  }
}

extension OpenUploadsFile.Entry {
  fileprivate var json: AnyCodableValue {
    [
      "spaceId": .string(upload.spaceId.uuidString), "sha256": .string(upload.sha256),
      "bytes": .int(upload.byteCount), "identifier": .string(identifier),
      "begunAt": .int(begunAt),
    ]
  }

  fileprivate init?(json: AnyCodableValue) {
    let reader = JSONMembers(json)
    guard let space = reader.id("spaceId"), let sha256 = reader["sha256"]?.stringValue,
      let byteCount = reader["bytes"]?.intValue,
      let identifier = reader["identifier"]?.stringValue, !identifier.isEmpty,
      let begunAt = reader.instant("begunAt")
    else { return nil }
    upload = MapUpload(spaceId: space, sha256: sha256, byteCount: byteCount)
    self.identifier = identifier
    self.begunAt = begunAt
  }
}
