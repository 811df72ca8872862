// The names are those of Apple's module.
// swift-format-ignore-file: TypeNamesShouldBeCapitalized, AlwaysUseLowerCamelCase

/// Apple's module declares it in C, as four columns, and so it is `Sendable`; the rest is Swift.
public struct simd_float4x4: Sendable {
  public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  public init() { columns = (.zero, .zero, .zero, .zero) }

  public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) {
    self.columns = columns
  }
}

extension simd_float4x4 {
  public init(_ columns: [SIMD4<Float>]) {
    self.init(columns: (columns[0], columns[1], columns[2], columns[3]))
  }

  public init(
    _ column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>,
    _ column3: SIMD4<Float>
  ) {
    self.init(columns: (column0, column1, column2, column3))
  }

  public init(diagonal: SIMD4<Float>) {
    self.init(
      SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
      SIMD4(0, 0, 0, diagonal.w))
  }

  public subscript(column: Int) -> SIMD4<Float> {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      case 3: columns.3
      default: preconditionFailure("Index out of range")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      case 3: columns.3 = newValue
      default: preconditionFailure("Index out of range")
      }
    }
  }

  public subscript(column: Int, row: Int) -> Float {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }
}

extension simd_float4x4: Equatable {
  public static func == (left: simd_float4x4, right: simd_float4x4) -> Bool {
    left.columns == right.columns
  }
}

public typealias float4x4 = simd_float4x4

public let matrix_identity_float4x4 = simd_float4x4(diagonal: SIMD4(1, 1, 1, 1))

/// For the checks: an app's, not the library's.
public func simd_distance(_ left: SIMD3<Float>, _ right: SIMD3<Float>) -> Float {
  let difference = left - right
  return (difference * difference).sum().squareRoot()
}
