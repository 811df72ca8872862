import Foundation
import HyperbasisAnchorLog
import SystemPackage

/// What was known about the anchor files when all of them were last looked at, kept on disk.
struct AnchorIndexFile {
  private let file: TableFile

  /// One anchor's file under its usual name.
  struct Record: BitwiseCopyable {
    var id: UUIDBits
    var space: UUIDBits
    var stamp: FileStamp
    /// A digest of what the log said about the anchor when the file said the same; 0 if that is not
    /// known.
    var agreement: UInt64
  }

  private static let kind: UInt64 = 0x0001_4148_434E_4152

  init(_ layout: StoreLayout, _ files: any FileSystem) {
    file = TableFile(
      path: layout.anchorIndex, layout: layout, files: files, kind: Self.kind)
  }
}

extension AnchorIndexFile {
  func load() -> (key: DigestKey, records: [Record])? {
    guard let content = file.load(tables: 1), let records: [Record] = content.tables[0].records()
    else { return nil }
    return (DigestKey(bits: content.key), records)
  }

  /// Writes records, except those of files that may still change unnoticed.
  ///
  /// - Returns: how many were left out; nil if no file could be created.
  func save(_ records: [Record], key: DigestKey) -> Int? {
    var leftOut: Int?
    file.save { now in
      let settled = records.filter { !$0.stamp.mayStillChange(at: now) }
      leftOut = records.count - settled.count
      return TableFile.Content(key: key.bits, tables: [[UInt8](records: settled)])
    }
    return leftOut
  }
}
