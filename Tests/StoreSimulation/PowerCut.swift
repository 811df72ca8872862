import SeededRandom

/// What a machine finds on its disk after a power cut: a legal choice among the changes that were not
/// flushed, made at random from a seed.
///
/// Each change of a name is kept or lost; one that builds on another of the same name is lost with it. A
/// renaming between directories is kept or lost as a whole, until one of the two is flushed. Each write
/// is kept, lost, torn at any byte, or torn by sectors, and a sector that was being written may hold
/// zeros or arbitrary bytes. The size of a file may be on the device before its bytes.
package struct PowerCut {
  private var random: SeededGenerator
  package private(set) var losses = Losses()

  /// How much was lost, over all states.
  package struct Losses: Sendable {
    package var entries = 0
    package var writes = 0
    package var tornWrites = 0
    package var trashedSectors = 0
    package var sizes = 0

    package init() {}

    package var total: Int { entries + writes + tornWrites + trashedSectors + sizes }
  }

  /// The probabilities behind one state: what happens to most of its changes.
  private struct Weather {
    /// In percent.
    let entryKept: Int
    let writeKept: Int
    let writeLost: Int
    let sectorsTrashed: Bool
    let sizeFirst: Int
  }

  private static let sectorSize = 512

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }
}

extension PowerCut {
  package mutating func state(of disk: SimulatedDisk) -> SimulatedDisk {
    let weather = Weather(
      entryKept: [0, 50, 90, 100, 100].randomElement(using: &random) ?? 50,
      writeKept: [0, 20, 50, 100].randomElement(using: &random) ?? 50,
      writeLost: [0, 50, 100].randomElement(using: &random) ?? 50,
      sectorsTrashed: .random(using: &random),
      sizeFirst: [0, 0, 50, 100].randomElement(using: &random) ?? 0)
    let names = entries(of: disk, weather)
    // In the order of inodes, so that the result depends only on the seed.
    var bytes: [SimulatedDisk.Inode: [UInt8]] = [:]
    for (inode, file) in disk.files.sorted(by: { $0.key < $1.key }) where !file.pending.isEmpty {
      bytes[inode] = self.bytes(of: file, weather)
    }
    return disk.restarted(
      entries: { directory, inode in names[inode] ?? directory.durable },
      bytes: { file, inode in bytes[inode] ?? file.durable })
  }

  // MARK: Names

  private struct Name: Hashable {
    let directory: SimulatedDisk.Inode
    let name: String
  }

  private mutating func entries(
    of disk: SimulatedDisk, _ weather: Weather
  ) -> [SimulatedDisk.Inode: [String: SimulatedDisk.Inode]] {
    var result: [SimulatedDisk.Inode: [String: SimulatedDisk.Inode]] = [:]
    var lost: Set<Name> = []
    for change in disk.pendingEntries {
      let names = change.assignments.map { Name(directory: $0.directory, name: $0.name) }
      guard lost.isDisjoint(with: names), happens(weather.entryKept) else {
        lost.formUnion(names)
        losses.entries += 1
        continue
      }
      for entry in change.assignments {
        let directory = entry.directory
        result[directory, default: disk.directories[directory]?.durable ?? [:]][entry.name] =
          entry.inode
      }
    }
    return result
  }

  // MARK: Bytes

  private mutating func bytes(of file: SimulatedFile, _ weather: Weather) -> [UInt8] {
    var result = file.durable
    var sizes = [result.count]
    var end = result.count
    for change in file.pending {
      switch change {
      case .truncate(let size):
        end = size
        if happens(weather.writeKept) { result.resize(to: size) } else { losses.writes += 1 }
      case .write(let offset, let bytes):
        end = max(end, offset + bytes.count)
        write(bytes, at: offset, to: &result, weather)
      }
      sizes.append(end)
    }
    if happens(weather.sizeFirst), let size = sizes.randomElement(using: &random),
      size != result.count
    {
      result.resize(to: size)
      losses.sizes += 1
    }
    return result
  }

  private mutating func write(
    _ bytes: [UInt8], at offset: Int, to result: inout [UInt8], _ weather: Weather
  ) {
    if happens(weather.writeKept) {
      return result.apply(.write(offset: offset, bytes: bytes))
    }
    if happens(weather.writeLost) {
      losses.writes += 1
      return
    }
    losses.tornWrites += 1
    if !weather.sectorsTrashed {
      let count = Int.random(in: 0...bytes.count, using: &random)
      return result.apply(.write(offset: offset, bytes: Array(bytes[..<count])))
    }
    var start = offset
    while start < offset + bytes.count {
      let end = min(offset + bytes.count, (start / Self.sectorSize + 1) * Self.sectorSize)
      writeSector(Array(bytes[start - offset..<end - offset]), at: start, to: &result)
      start = end
    }
  }

  private mutating func writeSector(_ bytes: [UInt8], at offset: Int, to result: inout [UInt8]) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: result.apply(.write(offset: offset, bytes: bytes))
    case 2:
      let zeros = [UInt8](repeating: 0, count: bytes.count)
      result.apply(.write(offset: offset, bytes: zeros))
      losses.trashedSectors += 1
    default:
      let garbage = bytes.map { _ in UInt8.random(in: 0...255, using: &random) }
      result.apply(.write(offset: offset, bytes: garbage))
      losses.trashedSectors += 1
    }
  }

  private mutating func happens(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }
}
