import Foundation

extension HBAnchor {
  /// Returns a matrix as 16 floats, column by column; lengths stay in metres.
  public static func flatten(_ matrix: simd_float4x4) -> [Float] {
    (0..<4).flatMap { column in (0..<4).map { row in matrix[column][row] } }
  }

  /// Returns the matrix of 16 floats, column by column.
  ///
  /// - Throws: ``HBAnchorError/invalidTransform(count:)`` unless there are exactly 16.
  public static func unflatten(_ array: [Float]) throws -> simd_float4x4 {
    guard array.count == 16 else { throw HBAnchorError.invalidTransform(count: array.count) }
    let columns = (0..<4).map { column in
      SIMD4(
        array[column * 4], array[column * 4 + 1], array[column * 4 + 2], array[column * 4 + 3])
    }
    return simd_float4x4(columns[0], columns[1], columns[2], columns[3])
  }

  /// Returns the transform as a matrix, whose last column holds the position in metres.
  ///
  /// - Throws: ``HBAnchorError/invalidTransform(count:)`` unless it has 16 elements.
  public func simdTransform() throws -> simd_float4x4 {
    try HBAnchor.unflatten(transform)
  }

  /// The transform as a matrix; nil unless it has 16 elements.
  public var validSimdTransform: simd_float4x4? {
    // The error is dropped: nil stands for it.
    try? simdTransform()
  }

  /// The position in metres; zero if the transform does not have 16 elements, and setting it then does
  /// nothing. Rotation and scale stay as they are.
  public var position: SIMD3<Float> {
    get { HBTransform.position(transform) }
    set {
      HBTransform.setPosition(newValue, of: &transform)
      updatedAt = Date()
    }
  }

  /// Replaces the transform with a matrix whose last column holds the position in metres.
  public mutating func update(transform: simd_float4x4) {
    self.transform = HBAnchor.flatten(transform)
    updatedAt = Date()
  }

  /// Replaces the transform with 16 floats, column-major, in metres.
  public mutating func update(transform: [Float]) {
    self.transform = transform
    updatedAt = Date()
  }
}
