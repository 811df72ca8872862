import Foundation
import Hyperbasis
import Synchronization
import SystemPackage

/// A folder for world maps.
struct MapFolder {
  private let url: URL

  static func with<Value>(_ body: (MapFolder) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appending(path: "hyperbasis-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(MapFolder(url: url))
  }

  func path(_ name: String) -> FilePath { FilePath(url.appending(path: name).path) }

  /// Creates a file of bytes that do not repeat.
  func map(bytes count: Int) throws -> WorldMapFile {
    let path = path("map-\(count)")
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let words = (0...count / 8).map { _ -> UInt64 in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let data = words.withUnsafeBytes { Data($0.prefix(count)) }
    try data.write(to: URL(fileURLWithPath: path.string))
    return WorldMapFile(
      path: path, sha256: try hash(of: path), byteCount: count, isCompressed: false)
  }

  /// Returns a value that tells files apart, in the form of a hash; the real one takes seconds in a debug
  /// build, and nothing here depends on its value.
  func hash(of path: FilePath) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: path.string), options: .alwaysMapped)
    var hash: UInt64 = 14_695_981_039_346_656_037
    data.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        hash = (hash ^ word) &* 1_099_511_628_211
      }
      for byte in bytes.suffix(bytes.count % 8) { hash = (hash ^ UInt64(byte)) &* 31 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
  }
}

/// The file system of a disk that takes only a limited number of bytes.
final class FullDisk: Hyperbasis.FileSystem {
  private let live = LiveFileSystem()
  private let room: Mutex<Int>

  init(room: Int) {
    self.room = Mutex(room)
  }

  func write(_ file: OpenFile, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    let hasRoom = room.withLock { room in
      room -= bytes.count
      return room >= 0
    }
    guard hasRoom else { throw FileError(.write, file.path, .noSpace) }
    return try live.write(file, bytes)
  }

  func open(_ path: FilePath, _ mode: OpenMode) throws(FileError) -> OpenFile {
    try live.open(path, mode)
  }
  func status(of file: OpenFile) throws(FileError) -> FileStatus { try live.status(of: file) }
  func status(at path: FilePath) throws(FileError) -> FileStatus? { try live.status(at: path) }
  func read(
    _ file: OpenFile, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int { try live.read(file, at: offset, into: buffer) }
  func truncate(_ file: OpenFile, to size: Int) throws(FileError) {
    try live.truncate(file, to: size)
  }
  func synchronize(_ file: OpenFile) throws(FileError) { try live.synchronize(file) }
  func tryLock(_ file: OpenFile) throws(FileError) -> Bool { try live.tryLock(file) }
  func unlock(_ file: OpenFile) throws(FileError) { try live.unlock(file) }
  func rename(_ path: FilePath, to target: FilePath) throws(FileError) {
    try live.rename(path, to: target)
  }
  func removeFile(_ path: FilePath) throws(FileError) { try live.removeFile(path) }
  func removeDirectory(_ path: FilePath) throws(FileError) { try live.removeDirectory(path) }
  func createDirectory(_ path: FilePath) throws(FileError) -> Bool {
    try live.createDirectory(path)
  }
  func entries(of path: FilePath) throws(FileError) -> [DirectoryEntry] {
    try live.entries(of: path)
  }
}
