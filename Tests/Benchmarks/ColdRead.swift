import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// Reading a whole log: scan, order, posting lists, keyframes.
struct ColdRead {
  let path: String
  let space: UUID
  let events: Int
  /// How many times as long as the other reader it may take.
  let target: Double

  /// - Parameter isFirst: whether the memory that the process took is still this log's alone.
  func run(rounds: Int, simdjson: Simdjson?, isFirst: Bool) throws {
    let before = isFirst ? privateMegabytes() : nil
    var reader: LogReader? = try load()
    if let before, let after = privateMegabytes() {
      print(String(format: "  private memory of the index      %.0f MB", after - before))
    }
    guard let index = reader?.index, index.count == events else {
      return print("  the index holds \(reader?.index.count ?? 0) events")
    }
    let checksum = checksum(index)
    reader = nil
    var (ours, theirs) = (Samples(), Samples())
    for _ in 0..<rounds {
      _ = try ours.measure { try load() }
      guard let simdjson else { continue }
      let result = theirs.measure { simdjson.read(path) }
      if result != (events, checksum) { print("  simdjson read something else: \(result)") }
    }
    print("  cold index                       \(text(ours.median))")
    guard simdjson != nil else { return }
    print("  simdjson On-Demand, same fields  \(text(theirs.median))")
    print(
      String(
        format: "  ratio                            %.2f (at most %.1f on two cores)",
        ours.median / theirs.median, target))
  }

  private func load() throws -> LogReader {
    try LogReader.load(spaceId: space, source: FileSource(path: path))
  }

  /// Returns the checksum that the other reader computes, too.
  private func checksum(_ index: EventIndex) -> UInt64 {
    var sum: UInt64 = 0
    for ordinal in 0..<index.count {
      let id = UUIDBits(index.id(ordinal))
      sum &+= UInt64(bitPattern: index.instant(ordinal).microseconds)
      sum &+= UInt64(index.version(ordinal)) &* 31 &+ UInt64(index.slot(ordinal)) &* 17
      sum &+= id.high &+ id.low &+ UInt64(index.lineRange(ordinal)?.lowerBound ?? 0)
    }
    return sum
  }

  /// Decodes a sample with `JSONDecoder`, for scale.
  func compareWithFoundation() throws {
    let file = try FileSource(path: path)
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = try bytes.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
    let lines = bytes[..<count].split(separator: 0x0A).dropLast().map { Data($0) }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var samples = Samples()
    let decoded = try samples.measure {
      try lines.map { try decoder.decode(HBAnchorEvent.self, from: $0) }.count
    }
    let perEvent = samples.median / Double(decoded)
    print("  JSONDecoder                      \(text(perEvent * Double(events))), by a sample")
  }
}
