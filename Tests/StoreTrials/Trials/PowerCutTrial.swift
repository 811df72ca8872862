import Foundation
import Hyperbasis
import HyperbasisStore
import SeededRandom
import SystemPackage

/// Power cuts of a real ext4: a file system in an image is copied while a process writes to it, and the
/// copy is mounted. What was not flushed is not in the image yet.
package struct PowerCutTrial: Trial {
  package let number = 6
  package let title = "power cuts of a real ext4"
  package let target =
    "500 cuts, 0 flushed events lost; without flushes a loss must be seen"

  private static let cuts = 500
  private static let cutsWithoutFlushes = 20

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    guard let worker = settings.worker else {
      report.skipped = "there is no program to start"
      return
    }
    guard getuid() == 0 else {
      report.skipped = "it takes root to mount an image"
      return
    }
    guard let image = try LoopImage() else {
      report.skipped = "an ext4 image cannot be made and mounted here"
      return
    }
    defer { image.remove() }
    var random = SeededGenerator(seed: settings.seed)
    for number in 0..<settings.count(Self.cuts) where !settings.isOver(report) {
      let lost = try cut(image, worker, number, isDurable: true, &random, &report)
      if lost > 0 { report.violations.append("I1: \(lost) flushed events are gone") }
    }
    // The control: an image that holds unflushed data as well would prove nothing.
    var losses = 0
    for number in 0..<settings.count(Self.cutsWithoutFlushes) {
      losses += try cut(image, worker, 100_000 + number, isDurable: false, &random, &report)
    }
    report.observe("events lost without flushes", losses)
    report.expect(losses > 0, "without flushes nothing is lost: the trial is blind")
  }

  /// - Returns: how many acknowledged events are gone.
  private func cut(
    _ image: LoopImage, _ worker: URL, _ number: Int, isDurable: Bool,
    _ random: inout SeededGenerator, _ report: inout TrialReport
  ) throws -> Int {
    let name = "store-\(number)"
    let writer = try WorkerProcess(
      worker,
      .append(
        store: image.mounted.appending(path: name).path, space: TrialStore.space, name: "writer",
        count: 1_000_000, pause: 200, isDurable: isDurable))
    let acknowledged = Set(writer.acknowledged(.random(in: 1...12, using: &random)))
    // It must not write while its disk is copied; what it did not flush stays in memory.
    writer.send(SIGSTOP)
    defer { _ = writer.killed() }
    report.tried += 1
    report.injected += 1
    report.observe("events acknowledged", acknowledged.count)
    return try image.withCopy { folder in
      let base = FilePath(folder.appending(path: name).path)
      let log = try LiveFileSystem().contents(of: StoreLogs.path(of: TrialStore.space, base: base))
      let lines = LogText(log.map { [UInt8]($0) } ?? []).lines
      let known = Dictionary(
        lines.compactMap { line in LogText.event(in: line.bytes).map { (line.bytes, $0) } },
        uniquingKeysWith: { first, _ in first })
      var check = RecoveryCheck(LiveFileSystem(), base: base, StoreExpectation(lines: known))
      check.run()
      report.violations += check.violations
      return acknowledged.subtracting(known.values).count
    }
  }
}

/// An ext4 in a file, mounted.
private final class LoopImage {
  let mounted: URL
  private let folder: TrialFolder
  private let file: URL

  private static let bytes: UInt64 = 48 << 20

  /// - Returns: nil if that is not possible here.
  init?() throws {
    folder = try TrialFolder()
    file = folder.url.appending(path: "image")
    mounted = folder.url.appending(path: "mounted", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: mounted, withIntermediateDirectories: true)
    try Self.makeFile(file)
    guard Self.isDone("mkfs.ext4", ["-q", "-F", file.path]),
      Self.isDone("mount", ["-o", "loop", file.path, mounted.path])
    else { return nil }
  }

  private static func makeFile(_ file: URL) throws {
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else { return }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: bytes)
    try handle.close()
  }

  func remove() {
    _ = Self.isDone("umount", ["-l", mounted.path])
  }

  /// Copies the image as it is on the device now, and calls `body` with the folder where the copy is
  /// mounted.
  func withCopy<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let copy = folder.url.appending(path: "copy")
    let place = folder.url.appending(path: "after", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    // The previous copy, if there was one.
    try? FileManager.default.removeItem(at: copy)
    guard Self.isDone("cp", ["--sparse=always", file.path, copy.path]),
      Self.isDone("mount", ["-o", "loop", copy.path, place.path])
    else { throw CocoaError(.fileReadUnknown) }
    defer { _ = Self.isDone("umount", [place.path]) }
    return try body(place)
  }

  private static func isDone(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
