import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import SystemPackage

/// A small file of tables below `.hyperbasis/index`: disposable, checked as a whole, replaced as a
/// whole.
struct TableFile {
  let path: FilePath
  let layout: StoreLayout
  let files: any FileSystem
  /// What the file holds, and in which version.
  let kind: UInt64

  /// The tables, with the key that is kept beside them.
  struct Content {
    var key: UInt64
    var tables: [[UInt8]]
  }

  private static let magic: UInt64 = 0x5345_4C42_4154_4248  // HBTABLES
  private static let headerWords = 6
}

extension TableFile {
  /// Returns the content; nil if there is none that may be used.
  ///
  /// - Parameter count: how many tables there must be.
  func load(tables count: Int) -> Content? {
    // Disposable: it is made again when it is needed.
    DiagnosticLog.store.attempt("read \(path.string)") { () -> Content? in
      guard try files.status(at: path) != nil else { return nil }
      let file = try files.open(path, .read)
      let status = try files.status(of: file)
      guard status.isPrivate, status.size > 0 else { return nil }
      let source = LogBytes(file: file, files: files)
      return decode(try source.bytes(0..<status.size), count)
    } ?? nil
  }

  private func decode(_ bytes: [UInt8], _ count: Int) -> Content? {
    bytes.withUnsafeBytes { bytes in
      let start = (Self.headerWords + count) * 8
      guard bytes.count >= start else { return nil }
      func word(_ number: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: number * 8, as: UInt64.self)
      }
      let checksum = BlockChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[8...]))
      guard word(0) == checksum, word(1) == Self.magic, word(2) == kind, word(4) == UInt64(count)
      else { return nil }
      var tables: [[UInt8]] = []
      var offset = start
      for number in 0..<count {
        guard let length = Int(exactly: word(Self.headerWords + number)),
          length <= bytes.count - offset
        else { return nil }
        tables.append([UInt8](bytes[offset..<offset + length]))
        offset += length
      }
      return offset == bytes.count ? Content(key: word(3), tables: tables) : nil
    }
  }

  /// Writes the content; a failure leaves the file as it was.
  ///
  /// - Parameter make: makes the content, given the file system's time.
  func save(_ make: (_ now: Int64) throws -> Content) {
    DiagnosticLog.store.attempt("write \(path.string)") {
      try files.createDirectories(layout.index, within: layout.base)
      try files.replace(path, .view) { file in
        let content = try make(files.status(of: file).modified)
        try files.writeAll(file, encode(content))
      }
    }
  }

  private func encode(_ content: Content) -> [UInt8] {
    let header: [UInt64] =
      [Self.magic, kind, content.key, UInt64(content.tables.count), 0]
      + content.tables.map { UInt64($0.count) }
    var bytes = header.withUnsafeBytes { [UInt8]($0) }
    for table in content.tables { bytes += table }
    let checksum = bytes.withUnsafeBytes { BlockChecksum.of($0) }
    return withUnsafeBytes(of: checksum) { [UInt8]($0) } + bytes
  }
}

// MARK: - Records

extension Array where Element == UInt8 {
  /// Creates the bytes of records.
  init<Record: BitwiseCopyable>(records: [Record]) {
    self = records.withUnsafeBytes { [UInt8]($0) }
  }

  /// Returns the records that the bytes hold; nil if there is a remainder.
  func records<Record: BitwiseCopyable>() -> [Record]? {
    let stride = MemoryLayout<Record>.stride
    guard count % stride == 0 else { return nil }
    return withUnsafeBytes { bytes in
      [Record](unsafeUninitializedCapacity: count / stride) { target, filled in
        UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
        filled = count / stride
      }
    }
  }
}
