/// The directions in which a source's axes point, and how its poses are converted to the store's axes:
/// x right, y up, z towards the viewer, which is down the plan.
///
/// With W and B the matrices whose columns are the directions of the world's and the body's three axes,
/// p′ = W·p and R′ = W·R·Bᵀ: a change of basis on both sides of the rotation.
public struct AxisConvention: Hashable, Sendable {
  public let world: Axes
  public let body: Axes

  public init(world: Axes, body: Axes) throws(AxisError) {
    guard world.isRightHanded == body.isRightHanded else { throw .mixedHands }
    self.world = world
    self.body = body
  }

  /// Returns the position in the store's axes.
  public func position(_ p: SIMD3<Double>) -> SIMD3<Double> { world.matrix * p }

  /// Returns the rotation in the store's axes.
  public func rotation(_ r: RotationMatrix) -> RotationMatrix {
    world.matrix * r * body.matrix.transposed
  }

  /// Returns the position in the source's axes: the inverse of ``position(_:)``.
  public func sourcePosition(_ p: SIMD3<Double>) -> SIMD3<Double> { world.matrix.transposed * p }

  /// Returns the rotation in the source's axes: the inverse of ``rotation(_:)``.
  public func sourceRotation(_ r: RotationMatrix) -> RotationMatrix {
    world.matrix.transposed * r * body.matrix
  }
}

public enum AxisError: Error, Equatable, Sendable {
  /// Neither a preset nor three letters that name each axis once.
  case unknown(String)
  /// One of world and body is left-handed, the other one right-handed.
  case mixedHands
}

/// The directions of three axes: one letter each, of `r l u d f b` (right, left, up, down, forward,
/// back) or `e w n s`, where north is up the plan and forward.
public struct Axes: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// The columns are the directions of the three axes, in the store's axes.
  public let matrix: RotationMatrix

  public init(_ code: String) throws(AxisError) {
    let letters = Array(code.lowercased())
    let directions = letters.compactMap { Self.directions[$0] }
    guard letters.count == 3, directions.count == 3 else { throw .unknown(code) }
    let sum = directions.reduce(SIMD3<Double>.zero) { $0 + $1 * $1 }
    guard sum == SIMD3(1, 1, 1) else { throw .unknown(code) }
    description = code.lowercased()
    matrix = RotationMatrix(directions[0], directions[1], directions[2])
  }

  public var isRightHanded: Bool { matrix.determinant > 0 }

  private static let directions: [Character: SIMD3<Double>] = [
    "r": SIMD3(1, 0, 0), "e": SIMD3(1, 0, 0), "l": SIMD3(-1, 0, 0), "w": SIMD3(-1, 0, 0),
    "u": SIMD3(0, 1, 0), "d": SIMD3(0, -1, 0),
    "f": SIMD3(0, 0, -1), "n": SIMD3(0, 0, -1), "b": SIMD3(0, 0, 1), "s": SIMD3(0, 0, 1),
  ]
}

extension AxisConvention {
  /// Returns the convention of a preset, with the unit that it implies, or of `WORLD/BODY` or `WORLD`.
  public static func named(_ text: String) throws(AxisError) -> (AxisConvention, LengthScale?) {
    let name = text.lowercased()
    if let preset = presets[name] {
      return (try parse(preset.code), preset.scale)
    }
    return (try parse(name), nil)
  }

  /// The names of the presets, in the order of the documentation.
  public static let presetNames = [
    "arkit", "ros", "unity", "unreal", "opencv", "ned", "enu", "stray",
  ]

  private static let presets: [String: (code: String, scale: LengthScale?)] = [
    "arkit": ("rub/rub", nil), "ros": ("enu/flu", nil), "unity": ("ruf/ruf", nil),
    "unreal": ("fru/fru", .centimetres), "opencv": ("rdf/rdf", nil), "ned": ("ned/frd", nil),
    "enu": ("enu/enu", nil), "stray": ("rub/rdf", nil),
  ]

  private static func parse(_ text: String) throws(AxisError) -> AxisConvention {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return try AxisConvention(world: Axes(parts[0]), body: Axes(parts[0]))
    case 2: return try AxisConvention(world: Axes(parts[0]), body: Axes(parts[1]))
    default: throw .unknown(text)
    }
  }
}

/// The unit in which a source gives lengths.
public enum LengthScale: String, Hashable, Sendable, CaseIterable {
  /// Metres.
  case metres = "m"
  /// Centimetres.
  case centimetres = "cm"
  /// Millimetres.
  case millimetres = "mm"
  /// The international foot, 0.3048 m.
  case feet = "ft"
  /// Kilometres.
  case kilometres = "km"
  /// The international inch, 0.0254 m.
  case inches = "in"
  /// The international yard, 0.9144 m.
  case yards = "yd"

  /// How many metres one unit is.
  public var metres: Double {
    switch self {
    case .metres: 1
    case .centimetres: 0.01
    case .millimetres: 0.001
    case .feet: 0.3048
    case .kilometres: 1000
    case .inches: 0.0254
    case .yards: 0.9144
    }
  }
}
