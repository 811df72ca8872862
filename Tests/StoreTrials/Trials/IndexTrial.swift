import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisStore
import SeededRandom
import SystemPackage

/// The indexes that a store keeps on disk to open quickly, damaged by accident and forged on purpose.
package struct IndexTrial: Trial {
  package let number = 16
  package let title = "index on disk"
  package let target =
    "every byte of every index changed, and every index cut at every byte: the store says what it "
    + "says without them; 10,000 forged tables: no crash, no error"

  private static let forgeries = 10_000
  /// Every how many cases the damaged index is written again, and read once more.
  private static let rewritten = 16

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    var random = SeededGenerator(seed: settings.seed)
    let sample = try IndexedStore(&random)
    report.expect(
      try StoreAnswers(sample.open(.reading)) == sample.answers, "an index says something else")
    var damages = sample.indexes.flatMap { index in
      index.bytes.indices.flatMap { [Damage.change(index, $0), .cut(index, $0)] }
    }
    damages.shuffle(using: &random)
    for (number, damage) in damages.prefix(settings.count(damages.count)).enumerated()
    where !settings.isOver(report) {
      try check(damage, sample, isRewritten: number % Self.rewritten == 0, &random, &report)
    }
    for _ in 0..<settings.count(Self.forgeries) where !settings.isOver(report) {
      try forge(sample, &random, &report)
    }
  }

  private enum Damage {
    case change(IndexedStore.Index, Int)
    case cut(IndexedStore.Index, Int)
  }

  private func check(
    _ damage: Damage, _ sample: IndexedStore, isRewritten: Bool, _ random: inout SeededGenerator,
    _ report: inout TrialReport
  ) throws {
    let (index, place, bytes) =
      switch damage {
      case .change(let index, let place): (index, place, index.changed(at: place, &random))
      case .cut(let index, let place): (index, place, Array(index.bytes[..<place]))
      }
    report.tried += 1
    report.injected += 1
    defer { report.violations += sample.violationsOfRestoring(index) }
    let what = "\(index.path.lastComponent?.string ?? ""), byte \(place)"
    do {
      try sample.replace(index, with: bytes)
      report.expect(
        try StoreAnswers(sample.open(.reading)) == sample.answers, "I2: \(what): another answer")
      guard isRewritten else { return }
      report.observe("rewritten", 1)
      for _ in 0..<2 {
        report.expect(
          try StoreAnswers(sample.open(.writing)) == sample.answers,
          "I2: \(what): another answer once it was written again")
      }
    } catch {
      report.violations.append("I5: \(what): \(error)")
    }
  }

  /// Tries a table with other contents and the right checksum. Its answers cannot be checked, but it must
  /// not lead to a crash or an error.
  private func forge(
    _ sample: IndexedStore, _ random: inout SeededGenerator, _ report: inout TrialReport
  ) throws {
    guard let index = sample.indexes.filter(\.isTable).randomElement(using: &random) else { return }
    report.tried += 1
    report.injected += 1
    defer { report.violations += sample.violationsOfRestoring(index) }
    do {
      try sample.replace(index, with: index.forged(&random))
      let answers = try StoreAnswers(sample.open(.reading))
      // Otherwise the table is not read, and this case shows nothing.
      if answers != sample.answers { report.observe("forgeries believed", 1) }
    } catch {
      report.violations.append("I5: a forged \(index.path.lastComponent?.string ?? ""): \(error)")
    }
  }
}

/// A store on the real disk with an index of everything it holds.
private struct IndexedStore {
  enum Policy {
    case reading, writing, none
  }

  struct Index {
    let path: FilePath
    let bytes: [UInt8]
  }

  let folder: TrialFolder
  /// What the store answers without any index.
  let answers: StoreAnswers
  let indexes: [Index]

  init(_ random: inout SeededGenerator) throws {
    folder = try TrialFolder()
    try Self.fill(folder, &random)
    answers = try StoreAnswers(Self.open(folder, .none))
    for _ in 0..<2 { _ = try StoreAnswers(Self.open(folder, .writing)) }
    let directory = folder.path.appending(".hyperbasis").appending("index")
    let files = LiveFileSystem()
    indexes = try files.entries(of: directory).map { entry in
      let path = directory.appending(entry.name)
      return Index(path: path, bytes: [UInt8](try files.contents(of: path) ?? Data()))
    }
  }

  private static func fill(_ folder: TrialFolder, _ random: inout SeededGenerator) throws {
    let store = TrialStore.open(folder.path, LiveFileSystem(), seed: random.next())
    for space in [TrialStore.space, TrialStore.id(0xfe)] {
      for round in 0..<6 {
        let anchors = (0..<3).map { number in
          HBAnchor(
            id: TrialStore.id(UInt64(number) + (space == TrialStore.space ? 1 : 11)),
            spaceId: space, transform: HBTransform.make(position: SIMD3(Float(round), 0, 1)),
            metadata: ["round": .int(round / 2), "text": "階段"])
        }
        try store.perform(.save(anchors), spaceId: space)
      }
      try store.perform(.undo, spaceId: space)
    }
    try store.perform(.delete([TrialStore.id(2)]), spaceId: TrialStore.space)
    try store.saveSpace(
      HBStorageSpace(
        id: TrialStore.space, name: "Hall", worldMapData: Data(), createdAt: Date(),
        updatedAt: Date(), isCompressed: false))
    try store.flush()
    // What has just been changed is not indexed, since it may change again unnoticed.
    let past = Date(timeIntervalSince1970: 1_706_000_000)
    let names = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)
    while let file = names?.nextObject() as? URL {
      try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
    }
  }

  func open(_ policy: Policy) -> HBLocalStore { Self.open(folder, policy) }

  private static func open(_ folder: TrialFolder, _ policy: Policy) -> HBLocalStore {
    var eager = IndexPolicy()
    (eager.leastEvents, eager.leastFiles, eager.leastSpaces, eager.tailShare) = (1, 1, 1, 1000)
    eager.isWritten = policy == .writing
    eager.isRead = policy != .none
    return HBLocalStore(baseDirectory: folder.url, actor: "tester", indexPolicy: eager)
  }

  func replace(_ index: Index, with bytes: [UInt8]) throws {
    try LiveFileSystem().replace(index.path, with: Data(bytes), .view)
  }

  /// Restores an index.
  func violationsOfRestoring(_ index: Index) -> [String] {
    do {
      try replace(index, with: index.bytes)
      return []
    } catch {
      return ["stopped: \(error)"]
    }
  }
}

extension IndexedStore.Index {
  /// Whether it is a file of tables, which is short enough to forge without knowing its parts.
  var isTable: Bool { ["anchors.index", "spaces.index"].contains(path.lastComponent?.string) }

  func changed(at place: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    return bytes
  }

  func forged(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let width = [1, 4, 8].randomElement(using: &random) ?? 1
      // The first word is the checksum.
      let place = Int.random(in: 8...bytes.count - width, using: &random) / width * width
      let value = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0 as UInt8
      for offset in max(8, place)..<place + width { bytes[offset] = value }
    }
    let checksum = bytes[8...].withUnsafeBytes { BlockChecksum.of($0) }
    withUnsafeBytes(of: checksum) { bytes.replaceSubrange(0..<8, with: $0) }
    return bytes
  }
}
