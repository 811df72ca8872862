#if canImport(simd)
  @_exported public import simd
#else
  // The names are those of Apple's module, so that the same source compiles everywhere.
  // swift-format-ignore: TypeNamesShouldBeCapitalized
  /// A 4×4 matrix of floats, column by column, as Apple's simd module defines it.
  public struct simd_float4x4: Equatable, Sendable {
    /// The four columns.
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// Creates the zero matrix.
    public init() {
      columns = (.zero, .zero, .zero, .zero)
    }

    /// Creates the matrix of four columns; in a transform the last one holds the position in metres.
    public init(
      _ column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>,
      _ column3: SIMD4<Float>
    ) {
      columns = (column0, column1, column2, column3)
    }

    /// Creates the matrix of a tuple of four columns.
    public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) {
      self.columns = columns
    }

    /// Creates the matrix of an array of four columns.
    ///
    /// - Precondition: `columns` has four elements.
    public init(_ columns: [SIMD4<Float>]) {
      precondition(columns.count == 4, "A 4x4 matrix has four columns.")
      self.init(columns[0], columns[1], columns[2], columns[3])
    }

    /// Creates the matrix with these values on its diagonal, and zeros elsewhere.
    public init(diagonal: SIMD4<Float>) {
      self.init(
        SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
        SIMD4(0, 0, 0, diagonal.w))
    }

    public static func == (left: simd_float4x4, right: simd_float4x4) -> Bool {
      left.columns == right.columns
    }

    /// A column, 0 to 3.
    public subscript(column: Int) -> SIMD4<Float> {
      get {
        switch column {
        case 0: columns.0
        case 1: columns.1
        case 2: columns.2
        case 3: columns.3
        default: preconditionFailure("A 4x4 matrix has columns 0 to 3.")
        }
      }
      set {
        switch column {
        case 0: columns.0 = newValue
        case 1: columns.1 = newValue
        case 2: columns.2 = newValue
        case 3: columns.3 = newValue
        default: preconditionFailure("A 4x4 matrix has columns 0 to 3.")
        }
      }
    }

    /// A single element.
    public subscript(column: Int, row: Int) -> Float {
      get { self[column][row] }
      set { self[column][row] = newValue }
    }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The matrix that changes nothing.
  public let matrix_identity_float4x4 = simd_float4x4(diagonal: SIMD4(1, 1, 1, 1))
#endif
