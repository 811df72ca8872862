import HyperbasisJSONText

/// The numbers of a scene, one after the other, and where each list of them is.
struct SceneBuffer {
  private(set) var bytes: [UInt8] = []
  private var accessors: [Accessor] = []
  private var views: [View] = []

  private struct Accessor {
    let view: Int
    let offset: Int
    let count: Int
    let type: String
    /// The least and the greatest value of each component, if the format requires them.
    let bounds: (least: [Float], greatest: [Float])?
  }

  private struct View {
    let offset: Int
    var length: Int
    let isOfVertices: Bool
  }
}

extension SceneBuffer {
  /// Adds an attribute of vertices; returns its number.
  mutating func addVertices(_ vectors: [SIMD3<Float>], hasBounds: Bool) -> Int {
    views.append(View(offset: bytes.count, length: 0, isOfVertices: true))
    return add(
      vectors.flatMap { [$0.x, $0.y, $0.z] }, "VEC3", width: 3, hasBounds: hasBounds)
  }

  /// Adds the times of a sampler; returns their number.
  mutating func addTimes(_ times: [Float]) -> Int {
    beginAnimation()
    return add(times, "SCALAR", width: 1, hasBounds: true)
  }

  mutating func addVectors(_ vectors: [SIMD3<Float>]) -> Int {
    beginAnimation()
    return add(vectors.flatMap { [$0.x, $0.y, $0.z] }, "VEC3", width: 3, hasBounds: false)
  }

  mutating func addQuaternions(_ quaternions: [SIMD4<Float>]) -> Int {
    beginAnimation()
    return add(
      quaternions.flatMap { [$0.x, $0.y, $0.z, $0.w] }, "VEC4", width: 4, hasBounds: false)
  }

  /// Begins the one view in which all of an animation lies, unless it has begun.
  private mutating func beginAnimation() {
    guard views.last?.isOfVertices ?? true else { return }
    views.append(View(offset: bytes.count, length: 0, isOfVertices: false))
  }

  private mutating func add(
    _ floats: [Float], _ type: String, width: Int, hasBounds: Bool
  ) -> Int {
    let view = views.count - 1
    let offset = bytes.count - views[view].offset
    for float in floats {
      withUnsafeBytes(of: float.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    views[view].length = bytes.count - views[view].offset
    accessors.append(
      Accessor(
        view: view, offset: offset, count: floats.count / width, type: type,
        bounds: hasBounds ? Self.bounds(floats, width) : nil))
    return accessors.count - 1
  }

  private static func bounds(_ floats: [Float], _ width: Int) -> (least: [Float], greatest: [Float])
  {
    let columns = (0..<width).map { column in
      stride(from: column, to: floats.count, by: width).map { floats[$0] }
    }
    return (columns.map { $0.min() ?? 0 }, columns.map { $0.max() ?? 0 })
  }
}

// MARK: - JSON

extension SceneBuffer {
  func write(to json: inout JSONWriter) throws {
    json.key("buffers")
    json.beginArray()
    json.beginObject()
    json.member("byteLength", bytes.count)
    json.endObject()
    json.endArray()
    json.key("bufferViews")
    json.beginArray()
    for view in views {
      json.beginObject()
      json.member("buffer", 0)
      json.member("byteOffset", view.offset)
      json.member("byteLength", view.length)
      if view.isOfVertices { json.member("target", 34962) }
      json.endObject()
    }
    json.endArray()
    json.key("accessors")
    json.beginArray()
    for accessor in accessors { try write(accessor, to: &json) }
    json.endArray()
  }

  private func write(_ accessor: Accessor, to json: inout JSONWriter) throws {
    json.beginObject()
    json.member("bufferView", accessor.view)
    json.member("byteOffset", accessor.offset)
    json.member("componentType", 5126)
    json.member("count", accessor.count)
    json.member("type", accessor.type)
    if let bounds = accessor.bounds {
      json.key("min")
      try json.floats(bounds.least)
      json.key("max")
      try json.floats(bounds.greatest)
    }
    json.endObject()
  }
}
