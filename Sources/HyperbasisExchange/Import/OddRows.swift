/// Rows that are odd, but not wrong.
struct OddRows {
  enum Kind: Int, CaseIterable {
    case jump, future, past
    /// Degrees without an altitude.
    case level
  }

  private let now: Int64
  private(set) var first: [Kind: InputPlace] = [:]
  private(set) var count: [Kind: Int] = [:]
  /// The length of the first jump, in metres.
  private(set) var jump = 0.0
  private var origin: SIMD3<Float>?
  private var least = SIMD3<Float>.zero
  private var greatest = SIMD3<Float>.zero
  /// The squared distance from the first place to the farthest one.
  private var extent: Float = 1

  init(now: Int64) {
    self.now = now
  }

  @inline(__always)
  mutating func note(_ sample: Sample) {
    if sample.instant > now { add(.future, sample.place) }
    if sample.instant < Self.year1990 { add(.past, sample.place) }
    let position = SIMD3(sample.pose.position.x, sample.pose.position.y, sample.pose.position.z)
    guard let origin else {
      self.origin = position
      least = position
      greatest = position
      return
    }
    least = pointwiseMin(least, position)
    greatest = pointwiseMax(greatest, position)
    let between = position - origin
    let square = (between * between).sum()
    if square <= extent { return }
    noteFar(square, between, sample.place)
  }

  mutating func noteLevel(_ place: InputPlace) { add(.level, place) }

  /// The extent along each axis, in metres; nil without a place.
  var size: SIMD3<Double>? {
    origin == nil ? nil : SIMD3<Double>(greatest) - SIMD3<Double>(least)
  }

  private mutating func noteFar(
    _ square: Float, _ between: SIMD3<Float>, _ place: InputPlace
  ) {
    if square > Self.leastJump, square > extent * 10_000 {
      // The square of a length that fits the store's floats may not fit them.
      let exact = SIMD3<Double>(between)
      if first[.jump] == nil { jump = (exact * exact).sum().squareRoot() }
      add(.jump, place)
    } else {
      extent = square
    }
  }

  private mutating func add(_ kind: Kind, _ place: InputPlace) {
    count[kind, default: 0] += 1
    if first[kind] == nil { first[kind] = place }
  }

  /// The square of 100 km, in square metres.
  private static let leastJump: Float = 1e10
  private static let year1990: Int64 = 631_152_000_000_000
}
