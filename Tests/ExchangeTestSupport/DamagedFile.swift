import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisJSONText
package import SeededRandom

/// The file of a sample, to be damaged and read: there is one for each format that can be imported.
package struct DamagedFile: Sendable, CustomStringConvertible {
  package let folder: String
  package let name: String
  private let whole: [UInt8]

  package var description: String { "\(folder)/\(name)" }

  /// Returns the first file of each folder of samples.
  package static func all() throws -> [DamagedFile] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ExchangeTests/Samples")
    return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().compactMap {
      folder in
      let directory = root.appending(path: folder)
      guard directory.hasDirectoryPath || folder.first?.isNumber == true else { return nil }
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
      guard let name = names.first(where: { $0 != "expected.json" }) else { return nil }
      let bytes = [UInt8](try Data(contentsOf: directory.appending(path: name)))
      return DamagedFile(folder: folder, name: name, whole: bytes)
    }
  }

  /// Damages the file and imports it.
  ///
  /// - Returns: whether it was read; otherwise it was refused.
  /// - Throws: any other error, and ``DamagedImport/Difference`` if the second pass finds something
  ///   different from the first.
  package func run(_ random: inout SeededGenerator) throws -> Bool {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) { DamagedInput.damage(&bytes, &random) }
    do {
      try read(bytes)
      return true
    } catch is UnreadableInput {
      return false
    } catch is JSONError {
      return false
    }
  }

  private func read(_ bytes: [UInt8]) throws {
    let source = MemoryByteSource(bytes)
    switch folder {
    case "20-sdk-container": try readContainer(source)
    case "21-events": try readEvents(source)
    default: try readRows(source)
    }
  }

  private func readContainer(_ source: MemoryByteSource) throws {
    let container = SDKContainer(try ZipArchive(source))
    for space in container.spaces {
      let log = try space.log?.data() ?? Data()
      _ = try LineImport(
        of: MemoryByteSource([UInt8](log)), files: [], into: EventIndex(spaceId: space.id))
    }
  }

  private func readEvents(_ source: MemoryByteSource) throws {
    var parted = EventLines()
    _ = try parted.add(source)
    for space in parted.spaces {
      let lines = try LineImport(
        of: MemoryByteSource(space.lines), files: [], into: EventIndex(spaceId: space.id))
      var count = 0
      try lines.write { count += $0.eventCount }
      guard count == lines.events.total else { throw DamagedImport.Difference() }
    }
  }

  private func readRows(_ source: MemoryByteSource) throws {
    var options = ImportOptions()
    options.skipsBadRows = true
    options.dateMicroseconds = 0
    let engine = ImportEngine(
      options, inputs: [ImportInput(name: name, source: source)],
      into: ImportTarget(
        spaceId: ImportIdentity.spaceId(named: "Damaged"), spaceName: "Damaged"),
      makeSpool: { MemorySpool() })
    let survey = try engine.survey()
    // A complete state must not leave out any row.
    if survey.isRefused { return }
    var count = 0
    try engine.write(survey) { count += $0.eventCount }
    guard count == survey.events.total else { throw DamagedImport.Difference() }
  }
}
