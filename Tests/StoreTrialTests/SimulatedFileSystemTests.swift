import Foundation
import HyperbasisStore
import SeededRandom
import StoreSimulation
import SystemPackage
import Testing

@Suite struct SimulatedFileSystemTests {
  /// Makes the same random calls on the disk and in memory.
  @Test(arguments: 0..<20) func `it does what the machine's file system does`(_: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let simulated = SimulatedFileSystem()
    let base = FilePath(folder.path)
    try simulated.createDirectories(base)
    var live = CallRun(LiveFileSystem(), base, seed)
    var memory = CallRun(simulated, base, seed)
    for step in 0..<400 {
      let (expected, found) = (live.step(), memory.step())
      guard expected == found else {
        Issue.record("seed \(seed), step \(step): \(expected), in memory \(found)")
        return
      }
    }
  }

  @Test func `a lock belongs to the file that was opened and goes with it`() throws {
    let files = SimulatedFileSystem()
    let path: FilePath = "/lock"
    var holder: OpenFile? = try files.open(path, .lock)
    let other = try files.open(path, .lock)
    #expect(try files.tryLock(try #require(holder)))
    #expect(try !files.tryLock(other))
    holder = nil
    #expect(try files.tryLock(other))
  }

  @Test func `what was flushed survives every power cut`() throws {
    let files = SimulatedFileSystem()
    let file = try files.open("/a", .appendNew)
    try files.writeAll(file, Array("certain".utf8))
    try files.synchronize(file)
    try files.synchronizeDirectory("/")
    try files.writeAll(file, Array(", perhaps".utf8))
    var seen: Set<[UInt8]> = []
    for seed in 0..<200 as Range<UInt64> {
      var cut = PowerCut(seed: seed)
      let bytes = try #require(cut.state(of: files.disk).bytes(at: "/a"))
      #expect(bytes.starts(with: Array("certain".utf8)))
      seen.insert(bytes)
    }
    #expect(seen.contains(Array("certain".utf8)))
    #expect(seen.contains(Array("certain, perhaps".utf8)))
    #expect(seen.contains { $0.count < 16 && $0.count > 7 }, "torn")
    #expect(seen.contains { $0.contains(0) }, "its size before its bytes")
  }

  @Test func `a name is lost without a flush of its directory, and a renaming may precede bytes`()
    throws
  {
    let files = SimulatedFileSystem()
    let file = try files.open("/new", .createNew)
    try files.writeAll(file, Array("bytes".utf8))
    try files.rename("/new", to: "/old")
    var seen: Set<[UInt8]?> = []
    for seed in 0..<200 as Range<UInt64> {
      var cut = PowerCut(seed: seed)
      seen.insert(cut.state(of: files.disk).bytes(at: "/old"))
    }
    #expect(seen.contains(nil))
    #expect(seen.contains([]))
    #expect(seen.contains(Array("bytes".utf8)))
  }

  @Test func `what a failed flush forgot no later flush brings back`() throws {
    let simulated = SimulatedFileSystem()
    let files = FaultyFileSystem(simulated) { operation, path in
      operation == .synchronize && path == "/a" ? .fail(.ioError) : nil
    }
    let file = try files.open("/a", .appendNew)
    try simulated.synchronizeDirectory("/")
    try files.writeAll(file, Array("first".utf8))
    #expect(throws: FileError.self) { try files.synchronize(file) }
    #expect(simulated.disk.bytes(at: "/a") == Array("first".utf8))
    try files.writeAll(file, Array("second".utf8))
    try simulated.synchronize(file)
    var cut = PowerCut(seed: 1)
    let bytes = cut.state(of: simulated.disk).bytes(at: "/a")
    #expect(bytes == [0, 0, 0, 0, 0] + Array("second".utf8))
  }
}

/// Random calls, and the result of each as text.
private struct CallRun {
  private let files: any HyperbasisStore.FileSystem
  private let base: FilePath
  private var random: SeededGenerator
  private var opened: [OpenFile] = []

  init(_ files: any HyperbasisStore.FileSystem, _ base: FilePath, _ seed: UInt64) {
    self.files = files
    self.base = base
    random = SeededGenerator(seed: seed)
  }

  mutating func step() -> String {
    let call = Int.random(in: 0..<14, using: &random)
    let (path, target) = (path(), path())
    let size = Int.random(in: 0..<40, using: &random)
    let mode = modes.randomElement(using: &random) ?? .read
    let place = Int.random(in: 0..<8, using: &random)
    do throws(FileError) {
      return "\(call) \(path) \(target): "
        + (try result(call, path, target, size, mode, place))
    } catch {
      return "\(call) \(path) \(target) \(mode): \(error.code)"
    }
  }

  private let modes: [OpenMode] = [.read, .append, .appendNew, .createNew, .lock, .directory]

  private mutating func path() -> FilePath {
    var path = base
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      path.append(["a", "b", "c"].randomElement(using: &random) ?? "a")
    }
    return path
  }

  private mutating func result(
    _ call: Int, _ path: FilePath, _ target: FilePath, _ size: Int, _ mode: OpenMode, _ place: Int
  ) throws(FileError) -> String {
    switch call {
    case 0, 1, 2:
      opened.append(try files.open(path, mode))
      if opened.count > 8 { opened.removeFirst() }
      return "opened"
    case 3, 4: return "\(try files.createDirectory(path))"
    case 5: try files.removeFile(path)
    case 6: try files.removeDirectory(path)
    case 7: try files.rename(path, to: target)
    case 8: return text(try files.status(at: path))
    case 9: return try files.entries(of: path).map { "\($0.name) \($0.isDirectory)" }.description
    default: return try onFile(call, size, place)
    }
    return "done"
  }

  private mutating func onFile(
    _ call: Int, _ size: Int, _ place: Int
  ) throws(FileError) -> String {
    guard place < opened.count else { return "none" }
    let file = opened[place]
    switch call {
    case 10: return "\(try files.write(file, bytes(size + 1)))"
    case 11:
      try files.truncate(file, to: size)
      return "cut"
    case 12: return text(try files.status(of: file))
    default: return try read(file, size)
    }
  }

  private func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    // Lives as long as the process: the text is a constant.
    let text: StaticString = "0123456789012345678901234567890123456789012345678901234567890"
    return UnsafeRawBufferPointer(start: text.utf8Start, count: count)
  }

  private func read(_ file: OpenFile, _ offset: Int) throws(FileError) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    var span = bytes.mutableSpan
    let count = try span.withUnsafeMutableBytes { (buffer) throws(FileError) in
      try files.read(file, at: offset, into: buffer)
    }
    return "\(bytes[..<count])"
  }

  // The real system reuses the inode number of a deleted file.
  private func text(_ status: FileStatus?) -> String {
    guard let status else { return "nothing" }
    return status.isDirectory ? "directory" : "\(status.size) bytes"
  }
}
