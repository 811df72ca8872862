import Foundation
import TestSupport
import Testing

@testable import HyperbasisCommands

/// Exporting and importing again gives back what was there.
@Suite struct RoundTripTests {
  static let realStores: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"] else {
      return []
    }
    let root = URL(filePath: folder, directoryHint: .isDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { root.appending(path: $0) }
  }()

  @Test(
    .enabled(if: !realStores.isEmpty, "HYPERBASIS_TEST_STORES names no folder with stores"),
    arguments: realStores)
  func aRealStore(_ store: URL) throws {
    let bench = try Workbench()
    try FileManager.default.copyStore(store, into: bench.directory)
    try check(bench, ["csv", "jsonl", "sdk"])
  }

  @Test func aSmallStore() throws {
    let bench = try Workbench()
    try bench.writeLog(Kitchen.lines)
    try check(bench, ["csv", "jsonl", "sdk"])
  }

  /// Keys that look like columns of another kind, or like members of objects.
  @Test func oddKeysComeBackFromATable() throws {
    let keys = [
      "metadata.type", "position.x", "metadata.metadata.type", "", "-", "type", "x", "a.b", "b",
      "metadata.", ".", "lat", "lon", "time", "uuid", "m0", "pos_x", "label", " blank ", "a,b",
    ]
    let members = keys.enumerated().map { #""\#($1)":"v\#($0)""# }.joined(separator: ",")
    let bench = try Workbench()
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-19T08:00:01Z", 1,
        #","transform":\#(Kitchen.transform("-1", "0", "0")),"metadata":{\#(members)}"#)
    ])
    try check(bench, ["csv"])
    let heading = bench.run("export", "--format", "csv").output.prefix { $0 != "\n" }
    #expect(heading.contains(",metadata.metadata.type,") && heading.contains(",metadata.-,"))
  }

  private func check(_ bench: Workbench, _ formats: [String]) throws {
    let states = try (0...20).map { step in
      let date = try instant(bench, percent: step * 5)
      return (date: date, anchors: try state(bench, at: date))
    }
    #expect(states.dropLast().allSatisfy { $0.anchors.count > 0 })
    for format in formats {
      let copy = try copy(of: bench, format)
      for (date, anchors) in states {
        #expect(try state(copy, at: date) == anchors, "\(format) at \(date)")
      }
      if format == "jsonl" {
        #expect(Set(try lines(bench)).isSubset(of: Set(try lines(copy))))
      }
    }
  }

  /// Returns a store that was imported from an export of another one; importing it once more adds
  /// nothing.
  private func copy(of bench: Workbench, _ format: String) throws -> Workbench {
    let name = try #require(
      (try bench.json("spaces") as? [[String: Any]])?.first?["id"] as? String)
    let file = try Workbench()
    let path = file.directory.appending(path: "out.\(format == "sdk" ? "zip" : format)").path
    let exported = bench.run("export", name, "--format", format, "-o", path)
    #expect(exported.status == 0, "\(exported.errors)")

    let copy = try Workbench()
    let imported = copy.run(["import", path, "--yes"])
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(copy.run("verify").status == 0)
    let again = copy.run(["import", path, "--yes"])
    #expect(again.output.contains("Nothing to change: 0 events"), "\(again)")
    return copy
  }

  private func lines(_ bench: Workbench) throws -> [Substring] {
    try bench.contents().filter { $0.key.hasSuffix("events.jsonl") }
      .flatMap { String(decoding: $0.value, as: UTF8.self).split(separator: "\n") }
  }

  private func instant(_ bench: Workbench, percent: Int) throws -> String {
    try #require(bench.object("show", "--at", "\(percent)%")["at"] as? String)
  }

  /// Returns the transforms and metadata of the visible anchors, by their ids.
  private func state(_ bench: Workbench, at date: String) throws -> NSDictionary {
    let anchors = try bench.object("show", "--at", date)["anchors"] as? [[String: Any]] ?? []
    return NSDictionary(
      dictionary: Dictionary(
        uniqueKeysWithValues: anchors.map { anchor in
          (
            anchor["id"] as? String ?? "",
            NSDictionary(dictionary: [
              "transform": anchor["transform"] ?? [], "metadata": anchor["metadata"] ?? [:],
            ])
          )
        }))
  }
}
