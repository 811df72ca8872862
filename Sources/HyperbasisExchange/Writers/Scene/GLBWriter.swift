import Foundation
package import HyperbasisAnchorLog
import HyperbasisJSONText
package import HyperbasisModels

/// Writes a history as an animated scene (glTF 2.0 in one binary file): a node for each anchor, all of
/// the same shape, that jumps from place to place and has the scale 0 while the anchor is not there.
///
/// Axes and unit are those of the store: y up, metres.
package struct GLBWriter {
  private let index: EventIndex
  private let tracks: [SceneTrack]
  /// In how many states an anchor is sheared; the scene has only the turn and the scale of these.
  package let shearedCount: Int
  private let names: (Int, [String: AnyCodableValue]) -> String
  private var buffer = SceneBuffer()

  /// - Parameters:
  ///   - seconds: how long the animation plays.
  ///   - names: returns what an anchor is called, given its slot and metadata.
  /// - Throws: if the log can no longer be read.
  package init(
    _ index: EventIndex, _ ordinals: [Int], seconds: Double,
    names: @escaping (Int, [String: AnyCodableValue]) -> String
  ) throws {
    self.index = index
    self.names = names
    let scene = try SceneTracks(index, ordinals, seconds: seconds)
    (tracks, shearedCount) = (scene.tracks, scene.shearedCount)
  }

  package var anchorCount: Int { tracks.count }

  /// Returns the file.
  package mutating func document() throws -> [UInt8] {
    let marker = SceneMarker(
      size: SceneMarker.size(for: tracks.flatMap { $0.keys.map(\.position) }))
    let positions = buffer.addVertices(marker.positions, hasBounds: true)
    let normals = buffer.addVertices(marker.normals, hasBounds: false)
    let animation = addAnimation()
    var json = JSONWriter()
    json.beginObject()
    json.key("asset")
    json.beginObject()
    json.member("version", "2.0")
    json.member("generator", "hyperbasis")
    json.endObject()
    json.member("scene", 0)
    try addScene(to: &json)
    try addMesh(positions, normals, to: &json)
    if !animation.channels.isEmpty { add(animation, to: &json) }
    try buffer.write(to: &json)
    json.endObject()
    return Self.container(json.bytes, buffer.bytes)
  }

  /// > The start and the end of each chunk MUST be aligned to a 4-byte boundary. JSON is padded with
  /// > spaces, BIN with zeros.
  private static func container(_ json: [UInt8], _ binary: [UInt8]) -> [UInt8] {
    let json = json + [UInt8](repeating: 0x20, count: -json.count & 3)
    let binary = binary + [UInt8](repeating: 0, count: -binary.count & 3)
    let length = 12 + 8 + json.count + 8 + binary.count
    return four(0x4654_6C67) + four(2) + four(length) + four(json.count) + four(0x4E4F_534A) + json
      + four(binary.count) + four(0x004E_4942) + binary
  }

  private static func four(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { Array($0) }
  }
}

// MARK: - Scene

extension GLBWriter {
  /// Adds the nodes as they are at the end, for viewers that play no animation.
  private func addScene(to json: inout JSONWriter) throws {
    json.key("scenes")
    json.beginArray()
    json.beginObject()
    json.key("nodes")
    json.beginArray()
    for number in tracks.indices { json.int(number) }
    json.endArray()
    json.endObject()
    json.endArray()
    json.key("nodes")
    json.beginArray()
    for track in tracks { try add(track, to: &json) }
    json.endArray()
  }

  private func add(_ track: SceneTrack, to json: inout JSONWriter) throws {
    json.beginObject()
    json.member("name", names(track.slot, track.metadata))
    json.member("mesh", 0)
    if let last = track.keys.last {
      json.key("translation")
      try json.floats([last.position.x, last.position.y, last.position.z])
      json.key("rotation")
      try json.floats([last.rotation.x, last.rotation.y, last.rotation.z, last.rotation.w])
      json.key("scale")
      try json.floats([last.scale.x, last.scale.y, last.scale.z])
    }
    json.key("extras")
    json.beginObject()
    json.member("id", index.anchorId(ofSlot: track.slot).uuidString)
    json.key("metadata")
    try json.dictionary(track.metadata)
    json.endObject()
    json.endObject()
  }

  private func addMesh(_ positions: Int, _ normals: Int, to json: inout JSONWriter) throws {
    json.key("meshes")
    try json.value([
      [
        "name": "anchor",
        "primitives": [
          [
            "attributes": ["POSITION": .int(positions), "NORMAL": .int(normals)], "material": 0,
          ]
        ],
      ]
    ])
    json.key("materials")
    try json.value([
      [
        "name": "anchor",
        "pbrMetallicRoughness": [
          "baseColorFactor": [0.84, 0.37, 0, 1], "metallicFactor": 0, "roughnessFactor": 0.8,
        ],
      ]
    ])
  }
}

// MARK: - Animation

extension GLBWriter {
  fileprivate struct Animation {
    var samplers: [(input: Int, output: Int)] = []
    var channels: [(sampler: Int, node: Int, path: String)] = []
  }

  private mutating func addAnimation() -> Animation {
    var animation = Animation()
    for (node, track) in tracks.enumerated() where track.keys.count > 1 {
      let times = buffer.addTimes(track.keys.map(\.time))
      func add(_ output: Int, _ path: String) {
        animation.channels.append((animation.samplers.count, node, path))
        animation.samplers.append((times, output))
      }
      let (first, keys) = (track.keys[0], track.keys)
      if keys.contains(where: { $0.position != first.position }) {
        add(buffer.addVectors(keys.map(\.position)), "translation")
      }
      if keys.contains(where: { $0.rotation != first.rotation }) {
        add(buffer.addQuaternions(keys.map(\.rotation)), "rotation")
      }
      if keys.contains(where: { $0.scale != first.scale }) {
        add(buffer.addVectors(keys.map(\.scale)), "scale")
      }
    }
    return animation
  }

  private func add(_ animation: Animation, to json: inout JSONWriter) {
    json.key("animations")
    json.beginArray()
    json.beginObject()
    json.member("name", "history")
    json.key("samplers")
    json.beginArray()
    for sampler in animation.samplers {
      json.beginObject()
      json.member("input", sampler.input)
      json.member("output", sampler.output)
      json.member("interpolation", "STEP")
      json.endObject()
    }
    json.endArray()
    json.key("channels")
    json.beginArray()
    for channel in animation.channels {
      json.beginObject()
      json.member("sampler", channel.sampler)
      json.key("target")
      json.beginObject()
      json.member("node", channel.node)
      json.member("path", channel.path)
      json.endObject()
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endArray()
  }
}
