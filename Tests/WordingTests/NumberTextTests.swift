import Foundation
import HyperbasisCanvas
import HyperbasisWording
import Testing

struct LengthTextTests {
  @Test(arguments: [
    (1.0, "1 m"), (5, "5 m"), (0.5, "50 cm"), (0.05, "5 cm"), (0.002, "2 mm"), (2000, "2 km"),
    (200_000, "200 km"), (1e12, "1000000000 km"),
  ])
  func roundLengths(_ metres: Double, _ text: String) {
    #expect(LengthText.round(metres) == text)
  }

  @Test(arguments: [
    (1.42, "1.42 m"), (0.996, "1.00 m"), (0.42, "42 cm"), (14.23, "14.2 m"), (123.4, "123 m"),
    (3104, "3.10 km"), (45_678, "45.7 km"), (780_123, "780 km"), (1e30, "1.00e+30 m"),
    (.nan, "?"), (-0.42, "-42 cm"), (0.1, "10 cm"), (0, "0 m"),
  ])
  func measuredLengths(_ metres: Double, _ text: String) {
    #expect(LengthText.measured(metres) == text)
  }

  @Test(arguments: [
    (0.0994, "9.9 cm"), (0.034, "3.4 cm"), (0.01, "1.0 cm"), (0.0072, "7.2 mm"),
    (0.0004, "0.4 mm"), (0.00001, "<0.1 mm"), (-0.034, "-3.4 cm"),
  ])
  func lengthsBelowTenCentimetresHaveOneDigitMore(_ metres: Double, _ text: String) {
    #expect(LengthText.measured(metres) == text)
  }
}

/// A column has one unit, that of its longest length.
struct LengthUnitTests {
  private static func column(_ lengths: [Double]) -> [String] {
    let unit = LengthUnit(ofColumn: lengths)
    return lengths.map { LengthText.measured($0, in: unit) }
  }

  @Test(
    arguments: [
      ([1.42, 0.42, 0.014, 14.23], ["1.42 m", "0.42 m", "0.014 m", "14.2 m"]),
      ([0.42, 0.034, 0.0072], ["42 cm", "3.4 cm", "0.72 cm"]),
      ([0.0072, 0.0004], ["7.2 mm", "0.4 mm"]),
      ([3104, 45_678, 20], ["3.10 km", "45.7 km", "0.020 km"]),
      ([3104, 0.42, 0.0001], ["3104 m", "0.42 m", "<0.001 m"]),
      ([0.996, 0.0994, 0.0996], ["1.00 m", "0.099 m", "0.10 m"]),
      ([-0.3, 1.2], ["-0.30 m", "1.20 m"]),
      ([0, 0.3], ["0 m", "30 cm"]), ([.nan, 2], ["?", "2.00 m"]),
      ([1e30, 1], ["1.00e+30 m", "1.00 m"]),
    ] as [([Double], [String])])
  func oneUnit(_ lengths: [Double], _ texts: [String]) {
    #expect(Self.column(lengths) == texts)
  }

  @Test func nothingHasNoUnit() {
    #expect(LengthUnit(ofColumn: [0, .nan, .infinity]) == nil)
  }
}

struct AngleTextTests {
  @Test(arguments: [
    (90.0, "90°"), (-7.5, "-7.5°"), (123.44, "123.4°"), (-0.01, "0°"), (0.04, "0°"),
  ])
  func exact(_ degrees: Double, _ text: String) {
    #expect(AngleText.exact(degrees) == text)
  }

  @Test(arguments: [(12.4, "12°"), (-0.01, "0°"), (9.96, "10°"), (-2.54, "-2.5°")])
  func short(_ degrees: Double, _ text: String) {
    #expect(AngleText.short(degrees) == text)
  }

  @Test(arguments: [(0.52, "+0.5°"), (-90, "-90°"), (12.4, "+12°"), (0, "0°")])
  func change(_ degrees: Double, _ text: String) {
    #expect(AngleText.change(degrees) == text)
  }
}

struct PointTextTests {
  /// The two positions of one change are compared digit by digit.
  @Test(arguments: [
    (
      SIMD3<Float>(0, 0, 0), SIMD3<Float>(0.001, 0, 0),
      "0.0000, 0.0000, 0.0000 → 0.0010, 0.0000, 0.0000"
    ),
    (SIMD3(2, 0, 1), SIMD3(2, 0, 4), "2.00, 0.00, 1.00 → 2.00, 0.00, 4.00"),
    (SIMD3(0.5, 0, 0), SIMD3(200_000, 0, 0), "0.5, 0.00, 0.00 → 200000.0, 0.00, 0.00"),
    (SIMD3(1, 2, 3), SIMD3(1, 2, 3), "1.00, 2.00, 3.00"),
    (SIMD3(2, 0, 0), SIMD3(2.004, 0, 0), "2.0000, 0.0000, 0.0000 → 2.0040, 0.0000, 0.0000"),
    (SIMD3(2, 0, 0), SIMD3(2.05, 0, 0), "2.000, 0.000, 0.000 → 2.050, 0.000, 0.000"),
    (
      SIMD3(1_000_000, 0, -1_000_000), SIMD3(1_000_000.5, 0, -1_000_000),
      "1000000.0, 0.00, -1000000 → 1000000.5, 0.00, -1000000"
    ),
    (SIMD3(-0.0, 0, 0), SIMD3(0, 0, 0), "0.00, 0.00, 0.00"),
  ])
  func aChangeOfPlace(_ old: SIMD3<Float>, _ new: SIMD3<Float>, _ text: String) {
    #expect(PointText.change(from: old, to: new).plain == text)
  }

  /// Each coordinate on its own: a height keeps its decimals however far away the place is.
  @Test(
    arguments: [
      (SIMD3(1.2, -0.001, -3.4), "1.20, 0.00, -3.40"),
      // As in `show`: a comparison of two states must give the same positions.
      (SIMD3(1005.6, 0.5, -1000), "1005.60, 0.50, -1000.00"),
      (SIMD3(199_126.5, 0.5, -99_126.25), "199126.5, 0.50, -99126.25"),
      (SIMD3(0.0012, 0, -0.0034), "0.0012, 0.0000, -0.0034"),
      (SIMD3(0.05, 0, -0.0034), "0.050, 0.000, -0.003"),
      (SIMD3(0, 0, 0), "0.00, 0.00, 0.00"),
      (SIMD3(0, 999.99, 1e6), "0.00, 999.99, 1000000"),
    ] as [(SIMD3<Float>, String)])
  func text(_ point: SIMD3<Float>, _ text: String) {
    #expect(PointText.text(point).plain == text)
  }

  @Test func exact() {
    #expect(PointText.exact(SIMD3(1.2044, 0, -3456.78)).plain == "1.204, 0.000, -3456.780")
    #expect(
      PointText.exact(SIMD3(499_976.34, 106.514, -12_345.25)).plain
        == "499976.3, 106.514, -12345.25")
    #expect(PointText.exact(SIMD3(0.0007, 0, 0)).plain == "0.0007, 0.0000, 0.0000")
    let far = PointText.text(SIMD3(1e20, -3e38, 999_999_936)).plain
    #expect(far == "1.00e+20, -3.00e+38, 999999936")
  }
}

struct ShortIdsTests {
  @Test func idsThatBeginAlikeAreToldApart() throws {
    let ids = try ["AAAAAAAA-0000-4000-8000-000000000001", "AAAAAAAA-0001-4000-8000-000000000001"]
      .map { try #require(UUID(uuidString: $0)) }
    #expect(ShortIds(ids).text(ids[0]) == "AAAAAAAA-0000")
    #expect(ShortIds(ids.prefix(1)).text(ids[0]) == "AAAAAAAA")
    // The same anchor in two spaces.
    #expect(ShortIds([ids[0], ids[0]]).text(ids[0]) == "AAAAAAAA")
  }
}
