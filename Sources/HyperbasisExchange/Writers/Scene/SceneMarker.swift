/// The shape that stands for an anchor: a flat pyramid whose tip points the way the anchor faces, −z.
struct SceneMarker {
  private(set) var positions: [SIMD3<Float>] = []
  private(set) var normals: [SIMD3<Float>] = []

  /// - Parameter size: its length in metres.
  init(size: Float) {
    let tip = SIMD3<Float>(0, 0, -0.65)
    let base = [(-0.3, -0.15), (0.3, -0.15), (0.3, 0.15), (-0.3, 0.15)].map {
      SIMD3<Float>(Float($0.0), Float($0.1), 0.35)
    }
    for side in 0..<4 { add(tip, base[(side + 1) % 4], base[side]) }
    add(base[0], base[1], base[2])
    add(base[0], base[2], base[3])
    positions = positions.map { $0 * size }
  }

  /// Adds a face, counter-clockwise from outside. Corners are not shared, so that each face is flat.
  private mutating func add(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) {
    let (u, v) = (b - a, c - a)
    let cross = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    let normal = cross / (cross * cross).sum().squareRoot()
    positions += [a, b, c]
    normals += [normal, normal, normal]
  }
}

extension SceneMarker {
  /// Returns a size that can be seen in a space: a fortieth of the part where nearly all places are, so
  /// that one garbled place does not make the markers gigantic.
  static func size(for places: [SIMD3<Float>]) -> Float {
    // Places may be so far apart that no float holds the distance between them.
    func reach(_ values: [Float]) -> Double {
      let sorted = values.filter(\.isFinite).sorted()
      guard sorted.count > 1 else { return 0 }
      let cut = sorted.count / 20
      return Double(sorted[sorted.count - 1 - cut]) - Double(sorted[cut])
    }
    return Float(max(0.1, max(reach(places.map(\.x)), reach(places.map(\.z))) / 40))
  }
}
