/// A colour by its meaning; a `Theme` defines how it looks.
package struct Color: Hashable, Sendable {
  let code: UInt8

  private init(code: UInt8) { self.code = code }
}

// MARK: - Roles

extension Color {
  /// The terminal's own colour.
  package static let standard = Color(code: 0)
  package static let added = Color(code: 1)
  package static let removed = Color(code: 2)
  package static let moved = Color(code: 3)
  package static let updated = Color(code: 4)
  package static let unchanged = Color(code: 5)
  package static let accent = Color(code: 6)
  package static let dim = Color(code: 7)
  package static let warning = Color(code: 8)
  package static let error = Color(code: 9)
  package static let selection = Color(code: 10)
  package static let banner = Color(code: 11)
  package static let grid = Color(code: 12)
  package static let trail = Color(code: 13)
  package static let ghost = Color(code: 14)
}

// MARK: - Palettes

extension Color {
  static let categoryCode: UInt8 = 32
  static let heightCode: UInt8 = 64
  /// The number of colours that distinguish categories.
  package static let categoryCount = 12
  /// The number of steps in the scale of heights.
  package static let heightCount = 12

  /// Returns the colour of the category with this index; colours repeat if there are many categories.
  package static func category(_ index: Int) -> Color {
    let step = ((index % categoryCount) + categoryCount) % categoryCount
    return Color(code: categoryCode + UInt8(step))
  }

  /// Returns the colour of a height, from 0 (lowest) to 1 (highest).
  package static func height(_ fraction: Double) -> Color {
    guard fraction.isFinite else { return .standard }
    let step = Int((min(max(fraction, 0), 1) * Double(heightCount - 1)).rounded())
    return Color(code: heightCode + UInt8(step))
  }

  var categoryIndex: Int? {
    let index = Int(code) - Int(Self.categoryCode)
    return (0..<Self.categoryCount).contains(index) ? index : nil
  }

  var heightIndex: Int? {
    let index = Int(code) - Int(Self.heightCode)
    return (0..<Self.heightCount).contains(index) ? index : nil
  }
}

extension Color: CustomStringConvertible {
  private static let names = [
    "standard", "added", "removed", "moved", "updated", "unchanged", "accent", "dim", "warning",
    "error", "selection", "banner", "grid", "trail", "ghost",
  ]

  package var description: String {
    if let categoryIndex { return "category\(categoryIndex)" }
    if let heightIndex { return "height\(heightIndex)" }
    return Int(code) < Self.names.count ? Self.names[Int(code)] : "color\(code)"
  }
}
