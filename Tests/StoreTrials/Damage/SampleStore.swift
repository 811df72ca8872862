import Foundation
import Hyperbasis
import HyperbasisStore
import SeededRandom
import StoreSimulation
import SystemPackage

/// A store with a log of about the given size, to be damaged.
struct SampleStore {
  static let base: FilePath = "/store"
  static let log = StoreLogs.path(of: TrialStore.space, base: base)

  let disk: SimulatedDisk
  let text: LogText
  /// The lines, with the ids of their events.
  let lines: [[UInt8]: UUID]

  /// Writes text in several scripts, with escapes and of several sizes; some operations have several
  /// events.
  init(bytes: Int, seed: UInt64) throws {
    let files = SimulatedFileSystem()
    let store = TrialStore.open(Self.base, files, seed: seed)
    var random = SeededGenerator(seed: seed)
    let texts = ["", "door", "Zoë \"x\" \\ /", "階段 😀 e\u{301}", "\u{85}\u{2028}\t\u{1}"]
    while try store.events.logSize(of: TrialStore.space) < bytes {
      let anchors = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        TrialStore.anchor(
          .random(in: 1...20, using: &random), x: .random(in: -50...50, using: &random),
          text: texts.randomElement(using: &random) ?? "")
      }
      let byId = Dictionary(anchors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      try store.perform(
        .save(byId.values.sorted { $0.id.uuidString < $1.id.uuidString }),
        spaceId: TrialStore.space)
    }
    try store.flush()
    files.switchOff()
    disk = files.disk.surviving()
    text = LogText(disk.bytes(at: Self.log) ?? [])
    lines = Dictionary(
      text.lines.compactMap { line in LogText.event(in: line.bytes).map { (line.bytes, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the files of the store with another log.
  func files(log: [UInt8]) throws -> SimulatedFileSystem {
    try files(replacing: Self.log, with: log)
  }

  /// Returns the files of the store with the contents of one file replaced.
  func files(replacing path: FilePath, with bytes: [UInt8]) throws -> SimulatedFileSystem {
    let files = SimulatedFileSystem(disk)
    try files.replace(path, with: Data(bytes), .view)
    return files
  }
}
