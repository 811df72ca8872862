import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// Exports of maps, trajectories and scenes.
struct ExportPlacesTests {
  /// Returns the kitchen with a chair that was turned by 90°.
  private func bench() throws -> Workbench {
    let bench = try Kitchen.workbench()
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.chair, "restored", "2024-06-19T10:00:00Z", 4,
          #","microseconds":5,"transform":[0,0,-1,0,0,1,0,0,1,0,0,0,2,0,4,1]"#)
      ])
    return bench
  }

  private func write(_ bench: Workbench, _ name: String, _ words: String...) throws -> URL {
    let file = bench.directory.appending(path: name)
    let outcome = bench.run(["export", "-o", file.path, "--yes"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return file
  }

  // MARK: GeoJSON

  @Test func pointsOnTheEarth() throws {
    let bench = try bench()
    let outcome = bench.run(
      "export", "--format", "geojson", "--at", "end", "--origin", "47.37,8.54,400")
    #expect(
      outcome.output == """
        {"type":"FeatureCollection","hyperbasis":{"origin":[8.54,47.37,400]},"features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.5400066,47.370018,401.2]},\
        "properties":{"id":"\(Kitchen.note)","time":"2024-06-18T09:30:00Z","type":"updated",\
        "text":"Buy oat milk","metadata.type":"sticky_note"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.5400265,47.369964,400]},\
        "properties":{"id":"\(Kitchen.chair)","time":"2024-06-19T10:00:00.000005Z",\
        "type":"restored","bearing":270,"modelName":"chair","metadata.type":"model"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.5399868,47.37,400]},\
        "properties":{"id":"\(Kitchen.lamp)","time":"2024-06-19T08:00:01Z","type":"created",\
        "text":"Lamp","metadata.type":"model"}}
        ]}

        """)
  }

  @Test func anOriginIsGivenOrRemembered() throws {
    let bench = try bench()
    let without = bench.run("export", "--format", "geojson")
    #expect(without.status == 64)
    #expect(without.errors.contains("give --origin LAT,LON"))
    for (text, message) in [
      ("47", "is not LAT,LON"), ("a,b", "is not LAT,LON"), ("8.5,200", "are the two swapped?"),
      ("100,8", "are the two swapped?"),
    ] {
      let outcome = bench.run("export", "--format", "geojson", "--origin", text)
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(text)")
    }
    let polar = bench.run("export", "--format", "geojson", "--origin", "89.99999,8")
    #expect(polar.errors.contains("left out 2 of 7 places"))
    let events = bench.run("export", "--format", "geojson", "--origin", "-33.9,18.4").output
    try bench.write(
      #"{"command":"import","origin":{"latitude":-33.9,"longitude":18.4}}"#,
      to: ".hyperbasis/imports/\(Kitchen.id).json")
    #expect(bench.run("export", "--format", "geojson").output == events)
    #expect(events.contains(#""type":"deleted""#))
  }

  /// A move of four millimetres, then one of four centimetres; a turn in place does not count.
  @Test func movesBelowTheDigitsAreToldOf() throws {
    let bench = try Kitchen.workbench()
    func line(_ version: Int, _ x: Float, _ turn: String = "1,0,0,0,0,1,0,0,0,0,1,0") -> String {
      Kitchen.line(
        10 + version, Kitchen.lamp, "moved", "2024-06-20T10:00:0\(version)Z", version,
        #","transform":[\#(turn),\#(x),0,0,1]"#)
    }
    try bench.writeLog(
      Kitchen.lines + [
        line(2, 0.5), line(3, 0.504), line(4, 0.504, "0,0,-1,0,0,1,0,0,1,0,0,0"), line(5, 0.544),
      ])
    let words = ["export", "--format", "geojson", "--anchor", Kitchen.lamp, "--origin", "0,0"]
    #expect(
      bench.run(words).errors.contains(
        "warning: 1 move of less than about a centimetre cannot be seen in coordinates with seven "
          + "decimals; csv and jsonl keep it\n"))
    #expect(bench.run(words + ["--at", "end"]).errors.isEmpty)
  }

  @Test(.enabled(if: IndependentReader.geojson.isInstalled, "the package geojson is missing"))
  func geoJSONIsValid() throws {
    let bench = try bench()
    let file = try write(bench, "k.geojson", "--origin", "47.37,8.54")
    let program = """
      import geojson, sys
      c = geojson.load(open(sys.argv[1]))
      assert c.is_valid, c.errors()
      print(len(c.features), [f.geometry.coordinates[0] for f in c.features][:1])
      """
    #expect(try IndependentReader.geojson.run(program, file.path) == "7 [8.540007]\n")
  }

  // MARK: TUM

  @Test func aWayWithAGap() throws {
    let bench = try bench()
    let outcome = bench.run("export", "--format", "tum", "--anchor", "chair")
    #expect(
      outcome.output == """
        # timestamp tx ty tz qx qy qz qw
        1718618400.250000 2 0 1 0 0 0 1
        1718703060.000000 2 0 4 0 0 0 1
        1718791200.000005 2 0 4 0 0.707106781 0 0.707106781

        """)
    // x points forward, up the plan: yaw 0 is north, 90° from east.
    let ros = bench.run("export", "--format", "tum", "--anchor", "chair", "--axes", "ros").output
    #expect(ros.contains("\n1718703060.000000 2 -4 0 0 0 0.707106781 0.707106781\n"))
    let all = bench.run("export", "--format", "tum")
    #expect(all.status == 64 && all.errors.contains("this would be 3; name one with --anchor"))
    let wrong = bench.run("export", "--format", "tum", "--anchor", "chair", "--axes", "up")
    #expect(wrong.status == 64 && wrong.errors.contains("give one of arkit, ros"))
  }

  @Test(.enabled(if: IndependentReader.evo.isInstalled, "the package evo is missing"))
  func evoReadsAWay() throws {
    let bench = try bench()
    let file = try write(bench, "chair.tum", "--anchor", "chair")
    let program = """
      import sys
      from evo.tools import file_interface
      t = file_interface.read_tum_trajectory_file(sys.argv[1])
      assert t.check()[0], t.check()
      print(t.num_poses, round(t.path_length, 3))
      """
    #expect(try IndependentReader.evo.run(program, file.path).hasSuffix("3 3.0\n"))
  }

  // MARK: GLB

  /// The JSON of a scene, and the numbers of its accessors.
  private struct Scene {
    let json: [String: Any]
    let binary: Data

    init(_ file: URL) throws {
      let data = try Data(contentsOf: file)
      func four(_ offset: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
      }
      try #require(four(0) == 0x4654_6C67 && four(4) == 2 && four(8) == data.count)
      let length = four(12)
      try #require(length % 4 == 0 && four(16) == 0x4E4F_534A)
      json =
        try JSONSerialization.jsonObject(with: data[20..<20 + length]) as? [String: Any] ?? [:]
      try #require(four(24 + length) == 0x004E_4942)
      binary = data.subdata(in: 28 + length..<28 + length + four(20 + length))
    }

    func list(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }

    func floats(_ accessor: Int) -> [Float] {
      let accessor = list("accessors")[accessor]
      let view = list("bufferViews")[accessor["bufferView"] as? Int ?? 0]
      let start = (view["byteOffset"] as? Int ?? 0) + (accessor["byteOffset"] as? Int ?? 0)
      let width = ["SCALAR": 1, "VEC3": 3, "VEC4": 4][accessor["type"] as? String ?? ""] ?? 0
      return (0..<(accessor["count"] as? Int ?? 0) * width).map { number in
        Float(
          bitPattern: (0..<4).reduce(0) { $0 | UInt32(binary[start + number * 4 + $1]) << (8 * $1) }
        )
      }
    }

    /// Returns the keyframes of a node: times, and values by path.
    func tracks(of node: Int) -> [String: (times: [Float], values: [Float])] {
      let animation = list("animations").first ?? [:]
      let samplers = animation["samplers"] as? [[String: Any]] ?? []
      var tracks: [String: (times: [Float], values: [Float])] = [:]
      for channel in animation["channels"] as? [[String: Any]] ?? [] {
        let target = channel["target"] as? [String: Any] ?? [:]
        guard target["node"] as? Int == node, let path = target["path"] as? String else { continue }
        let sampler = samplers[channel["sampler"] as? Int ?? 0]
        #expect(sampler["interpolation"] as? String == "STEP")
        tracks[path] = (
          floats(sampler["input"] as? Int ?? 0), floats(sampler["output"] as? Int ?? 0)
        )
      }
      return tracks
    }
  }

  @Test func aSceneThatPlays() throws {
    let bench = try bench()
    let scene = try Scene(try write(bench, "k.glb", "--seconds", "48"))
    let nodes = scene.list("nodes")
    #expect(nodes.map { $0["name"] as? String } == ["Buy oat milk", "chair", "Lamp"])
    #expect((nodes[1]["extras"] as? [String: Any])?["id"] as? String == Kitchen.chair)
    #expect(scene.tracks(of: 0).isEmpty)
    let chair = scene.tracks(of: 1)
    // Two days in 48 seconds: an hour becomes a second.
    let times = try #require(chair["translation"]?.times)
    #expect(times.count == 5 && times[0] == 0 && abs(times[2] - 23.516) < 0.01)
    #expect(abs(times[3] - 46) < 0.01 && times[4] == 48)
    #expect(chair["translation"]?.values == [2, 0, 1, 2, 0, 1, 2, 0, 4, 2, 0, 4, 2, 0, 4])
    #expect(chair["scale"]?.values == [0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1])
    #expect(chair["rotation"]?.values.suffix(4) == [0, 0.70710677, 0, 0.70710677])
    #expect(scene.tracks(of: 2)["scale"]?.values == [0, 0, 0, 1, 1, 1])
  }

  /// Turned by 90°, twice as large, and with left and right swapped.
  @Test func whatIsMirroredKeepsItsTurn() throws {
    let bench = try Workbench()
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.chair, "created", "2024-06-17T10:00:00Z", 1,
        #","transform":[0,0,2,0,0,2,0,0,2,0,0,0,1,0,0,1]"#)
    ])
    let way = bench.run("export", "--format", "tum", "--anchor", Kitchen.chair)
    #expect(way.output.hasSuffix(" 1 0 0 0 0.707106781 0 0.707106781\n"))
    #expect(way.errors.contains("at 1 place the anchor is scaled, sheared or mirrored; tum"))
    let scene = try Scene(try write(bench, "k.glb"))
    let node = scene.list("nodes")[0]
    #expect(node["scale"] as? [Double] == [-2, 2, 2])
    let turn = try #require(node["rotation"] as? [Double])
    #expect(abs(turn[1] - 0.5.squareRoot()) < 1e-6 && abs(turn[3] - 0.5.squareRoot()) < 1e-6)
  }

  /// Neither format can express axes that are not at right angles.
  @Test func whatIsShearedIsSaid() throws {
    let bench = try Workbench()
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.chair, "created", "2024-06-17T10:00:00Z", 1,
        #","transform":[1,0,0,0,0.6,0.8,0,0,0,0,1,0,1,0,0,1]"#)
    ])
    let way = bench.run("export", "--format", "tum", "--anchor", Kitchen.chair)
    #expect(way.errors.contains("at 1 place the anchor is scaled, sheared or mirrored"))
    let file = bench.directory.appending(path: "k.glb").path
    let scene = bench.run("export", "-o", file)
    #expect(scene.status == 0)
    #expect(scene.errors.contains("warning: in 1 state an anchor is sheared; glb records"))
  }

  /// No float can hold the vector from one of these places to the other.
  @Test func aSceneOfPlacesThatAreVeryFarApart() throws {
    let bench = try Workbench()
    try bench.writeLog(
      ["-3e38", "3e38"].enumerated().map { number, place in
        Kitchen.line(
          number + 1, number == 0 ? Kitchen.chair : Kitchen.lamp, "created",
          "2024-06-17T10:00:00Z", 1, #","transform":\#(Kitchen.transform(place, "0", "0"))"#)
      })
    let scene = try Scene(try write(bench, "k.glb"))
    #expect(scene.list("nodes").count == 2)
    let floats = (0..<scene.list("accessors").count).flatMap { scene.floats($0) }
    #expect(floats.allSatisfy { $0.isFinite })
  }

  /// An event before its anchor's first position cannot be shown anywhere.
  @Test(arguments: ["html", "glb", "geojson"])
  func eventsWithoutAPlaceAreCounted(_ format: String) throws {
    let bench = try Kitchen.workbench()
    try bench.writeLog(
      [
        Kitchen.line(
          9, Kitchen.lamp, "updated", "2024-06-01T10:00:00Z", 1, #","metadata":{"a":1}"#)
      ] + Kitchen.lines)
    let file = bench.directory.appending(path: "k.\(format)").path
    let words = format == "geojson" ? ["--origin", "47,8"] : []
    let outcome = bench.run(["export", "-o", file] + words)
    #expect(
      outcome.errors.contains(
        "warning: 1 event before its anchor's first place is left out; jsonl keeps it"),
      "\(outcome)")
  }

  @Test func whatCannotBeShownIsSaid() throws {
    let bench = try bench()
    #expect(bench.run("export", "--format", "glb", "--where", "nothing").status == 65)
    #expect(bench.run("export", "--format", "glb", "--seconds", "0").status == 64)
    bench.terminals.output = true
    let terminal = bench.run("export", "--format", "glb")
    #expect(terminal.status == 64 && terminal.errors.contains("not text; give -o FILE"))
  }

  @Test(.enabled(if: IndependentReader.pygltflib.isInstalled, "the package pygltflib is missing"))
  func anotherReaderTakesTheScene() throws {
    let bench = try bench()
    let file = try write(bench, "k.glb")
    let program = """
      import sys
      from pygltflib import GLTF2
      from pygltflib.validator import validate
      g = GLTF2().load(sys.argv[1])
      validate(g)
      print(len(g.nodes), len(g.animations[0].channels), g.nodes[0].extras['id'])
      """
    #expect(
      try IndependentReader.pygltflib.run(program, file.path).hasSuffix("3 4 \(Kitchen.note)\n"))
  }
}
