import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisJSONText
import SeededRandom
import Testing

/// The samples of documents, archives and logs with bytes flipped, cut and swapped: read or refused,
/// never a crash.
struct DamagedFileTests {
  static let folders = [
    "11-geojson", "13-gpx", "14-mfjson", "15-roomplan", "16-mruk", "20-sdk-container", "21-events",
    "22-worldmap",
  ]

  /// How many damaged files of each folder are read; `FUZZ_RUNS` sets another number.
  private static let runs =
    ProcessInfo.processInfo.environment["FUZZ_RUNS"].flatMap { Int($0) } ?? 400

  @Test(arguments: folders)
  func isReadOrRefused(_ folder: String) throws {
    let file = try Self.file(in: folder)
    let whole = [UInt8](try Data(contentsOf: file))
    for seed in 0..<UInt64(Self.runs) {
      var random = SeededGenerator(seed: seed)
      let bytes = Self.damaged(whole, &random)
      do {
        try read(bytes, named: file.lastPathComponent, folder)
      } catch is UnreadableInput {
      } catch is JSONError {
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  private func read(_ bytes: [UInt8], named name: String, _ folder: String) throws {
    let source = MemoryByteSource(bytes)
    let id = ImportIdentity.spaceId(named: "Damaged")
    switch folder {
    case "20-sdk-container":
      let container = SDKContainer(try ZipArchive(source))
      for space in container.spaces {
        let log = try space.log?.data() ?? Data()
        _ = try LineImport(
          of: MemoryByteSource([UInt8](log)), files: [], into: EventIndex(spaceId: space.id))
      }
    case "21-events":
      var parted = EventLines()
      _ = try parted.add(source)
      for space in parted.spaces {
        let lines = try LineImport(
          of: MemoryByteSource(space.lines), files: [], into: EventIndex(spaceId: space.id))
        var count = 0
        try lines.write { count += $0.eventCount }
        #expect(count == lines.events.total)
      }
    default:
      var options = ImportOptions()
      options.skipsBadRows = true
      options.dateMicroseconds = 0
      let engine = ImportEngine(
        options, inputs: [ImportInput(name: name, source: source)],
        into: ImportTarget(spaceId: id, spaceName: "Damaged"),
        makeSpool: { throw UnreadableInput("there is no spool") })
      let survey = try engine.survey()
      var count = 0
      try engine.write(survey) { count += $0.eventCount }
      #expect(count == survey.events.total)
    }
  }

  private static func file(in folder: String) throws -> URL {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Samples/\(folder)")
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    return root.appending(path: try #require(names.first { $0 != "expected.json" }))
  }

  /// One to four edits: a byte flipped, a piece cut out, two pieces swapped, the end cut off.
  private static func damaged(_ whole: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 8 {
      let place = Int.random(in: 0..<bytes.count - 4, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<min(place + 7, bytes.count))
      case 2: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      default: bytes.removeLast(min(bytes.count / 4, place))
      }
    }
    return bytes
  }
}
