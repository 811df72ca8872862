import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// Spaces on their way back to a phone: exactly what SDK 1.1.0 reads.
struct ExportContainerTests {
  private func exported(_ bench: Workbench, _ words: String...) throws -> StrictSDKReader {
    let folder = bench.directory.appending(path: "phone")
    let outcome = bench.run(["export", "--format", "sdk", "-o", folder.path] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let root = folder.appending(path: "Documents/Hyperbasis")
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    #expect(names.filter { !["anchors", "events", "spaces", "worldmaps"].contains($0) } == [])
    return StrictSDKReader(folder: root)
  }

  @Test func everySpaceHasAMapAndWholeSeconds() throws {
    let bench = try Kitchen.workbench()
    #expect(bench.run("new", "Hall").status == 0)
    let reader = try exported(bench)
    let spaces = try reader.spaces()
    #expect(Set(spaces.map(\.space.name)) == ["Kitchen", "Hall"])
    #expect(spaces.allSatisfy { $0.map.isEmpty && !$0.space.isCompressed })
    #expect(try reader.anchors().count == 3)
    let events = try reader.events(of: try #require(UUID(uuidString: Kitchen.id)))
    #expect(events.map(\.version) == [1, 1, 2, 2, 3, 1])
  }

  @Test func aMapThatCannotBeReadKeepsNoOtherSpaceBack() throws {
    let bench = try Kitchen.workbench()
    let id = UUID().uuidString
    try bench.write(
      #"{"id":"\#(id)","name":"Hall","worldMapData":"?","isCompressed":true,"#
        + #""createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:00Z"}"#,
      to: "spaces/\(id).json")
    for _ in 1...2 {
      #expect(bench.run("spaces").errors.contains("skipped 1 damaged part of spaces/\(id).json"))
    }
    let folder = bench.directory.appending(path: "phone")
    let outcome = bench.run("export", "--format", "sdk", "-o", folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("skipped 1 damaged part of spaces/\(id).json"))
    let reader = StrictSDKReader(folder: folder.appending(path: "Documents/Hyperbasis"))
    #expect(Set(try reader.spaces().map(\.space.name)) == ["Kitchen", "Hall"])
    #expect(try reader.spaces().allSatisfy { $0.map.isEmpty && !$0.space.isCompressed })
  }

  @Test func aMapGoesAsItLies() throws {
    let stores = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"]
    guard let stores else { return }
    let bench = try Workbench()
    let legacy = URL(filePath: stores).appending(path: "legacy")
    try FileManager.default.copyStore(legacy, into: bench.directory)
    let reader = try exported(bench)
    let found = try #require(try reader.spaces().first)
    let id = found.space.id.uuidString
    let map = try Data(contentsOf: legacy.appending(path: "worldmaps/\(id).bin"))
    #expect(found.map == map && found.space.isCompressed)
    // What the SDK had left out of its log is now in it.
    let events = try reader.events(of: found.space.id)
    let shown = bench.run("log", "--json").output
    #expect(events.count == shown.components(separatedBy: #""anchorId""#).count - 1)
    let back = try Workbench()
    try FileManager.default.removeItem(at: back.directory)
    try FileManager.default.copyItem(
      at: bench.directory.appending(path: "phone/Documents/Hyperbasis"), to: back.directory)
    #expect(back.run("show", "--json").output == bench.run("show", "--json").output)
    #expect(back.run("verify").output.contains("drift") == false)
  }

  @Test func linesThatTheSDKWouldTripOverAreWrittenAgain() throws {
    let bench = try Kitchen.workbench()
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    try bench.writeLog([
      Kitchen.line(
        9, Kitchen.lamp, "created", "2024-06-19T08:00:01.25+02:00", 1,
        #","transform":\#(Kitchen.transform("-1", "0", "0")),"metadata":{"text":"a\#u{2028}b"},"#
          + #""device":"phone""#),
      "{broken", Kitchen.lines[0],
    ])
    let reader = try exported(bench, "kitchen")
    let events = try reader.events(of: try #require(UUID(uuidString: Kitchen.id)))
    #expect(events.count == 2)
    let file = bench.directory.appending(
      path: "phone/Documents/Hyperbasis/events/\(Kitchen.id)/events.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines[0].contains(#""timestamp":"2024-06-19T06:00:01Z""#))
    #expect(lines[0].contains(#""microseconds":250000"#) && lines[0].contains(#""device":"phone""#))
    #expect(lines[0].contains(#"a\u2028b"#))
    #expect(lines[1] == Kitchen.lines[0])
  }

  @Test func aZipFileHoldsTheSame() throws {
    let bench = try Kitchen.workbench()
    let reader = try exported(bench)
    let zip = bench.directory.appending(path: "phone.zip")
    let outcome = bench.run("export", "-o", zip.path)
    #expect(outcome.output == "Wrote \(zip.path): 1 space, 3 anchors, 6 events.\n")
    let unpacked = bench.directory.appending(path: "unpacked")
    let program = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1])
      assert z.testzip() is None
      z.extractall(sys.argv[2])
      print(len(z.namelist()), z.infolist()[0].date_time)
      """
    #expect(
      try IndependentReader.evo.run(program, zip.path, unpacked.path)
        == "6 (2024, 6, 20, 12, 0, 0)\n")
    let again = StrictSDKReader(folder: unpacked.appending(path: "Documents/Hyperbasis"))
    #expect(try again.spaces().map(\.space.id) == reader.spaces().map(\.space.id))
    #expect(
      FileManager.default.contentsEqual(
        atPath: unpacked.path, andPath: bench.directory.appending(path: "phone").path))
  }

  @Test func refusesWhatItCannotHold() throws {
    let bench = try Kitchen.workbench()
    let folder = bench.directory.appending(path: "phone").path
    #expect(bench.run("export", "--format", "sdk", "-o", folder, "--anchor", "2222").status == 64)
    #expect(bench.run("export", "--format", "sdk", "-o", folder, "--at", "now").status == 64)
    #expect(bench.run("export", "--format", "sdk", "-o", folder).status == 0)
    let again = bench.run("export", "--format", "sdk", "-o", folder, "--yes")
    #expect(again.status == 64 && again.errors.contains("name a folder that does not"))
    #expect(bench.run("export", "--format", "sdk", "-o", "/nowhere/at/all").status == 73)
  }
}
