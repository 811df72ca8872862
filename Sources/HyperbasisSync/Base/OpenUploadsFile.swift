import Foundation
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// The open uploads of one identity, in a file beside the base: `uploads.json`.
///
/// Anyone who knows the name of an upload can add to it, so only the owner may read the file, as with all
/// new files. Writers must hold the store's sync lock.
struct OpenUploadsFile: OpenUploads {
  /// No server keeps an upload for longer (Supabase: 24 hours).
  static let lifetime: TimeInterval = 24 * 3600

  let path: FilePath
  let files: any FileSystem
  let clock: @Sendable () -> HBInstant

  private struct File: Codable {
    var format = 1
    var uploads: [Entry]
  }

  private struct Entry: Codable {
    let spaceId: UUID
    let name: String
    let bytes: Int
    let identifier: String
    @Microseconds var begunAt: HBInstant

    func isOf(_ upload: MapUpload) -> Bool {
      spaceId == upload.spaceId && name == upload.name && bytes == upload.byteCount
    }
  }

  func identifier(of upload: MapUpload) -> String? {
    entries.first { $0.isOf(upload) }?.identifier
  }

  func begin(_ upload: MapUpload, as identifier: String) {
    let others = entries.filter { !$0.isOf(upload) }
    let entry = Entry(
      spaceId: upload.spaceId, name: upload.name, bytes: upload.byteCount,
      identifier: identifier, begunAt: clock())
    write(others + [entry])
  }

  func end(_ upload: MapUpload) {
    let known = entries
    let others = known.filter { !$0.isOf(upload) }
    if others.count < known.count { write(others) }
  }
}

// MARK: - The file

extension OpenUploadsFile {
  /// The uploads that a server may still have; none if the file cannot be read.
  private var entries: [Entry] {
    // A file whose upload is not known to be open is sent from its start.
    guard let data = try? files.contents(of: path, atMost: FileLimit.list),
      let file = try? JSONDecoder().decode(File.self, from: data)
    else { return [] }
    let now = clock()
    return file.uploads.filter { entry in
      !entry.identifier.isEmpty && abs(entry.begunAt.seconds(until: now)) < Self.lifetime
    }
  }

  private func write(_ entries: [Entry]) {
    // An upload that is not recorded is sent from its start.
    do {
      if entries.isEmpty {
        try files.removeFile(path)
      } else {
        let data = try JSONEncoder().encode(File(uploads: entries))
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
