import Foundation
import Hyperbasis
import HyperbasisWording

/// Numbers on the command line that give a place or a distance.
enum PlaceArguments {
  /// Parses `X,Y,Z` in metres.
  static func position(_ text: String, option: String) throws -> SIMD3<Float> {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Float($0.trimmingCharacters(in: .whitespaces))
    }
    guard parts.count == 3, let x = parts[0], let y = parts[1], let z = parts[2],
      x.isFinite, y.isFinite, z.isFinite
    else {
      throw CommandFailure.usage(
        "\"\(text)\" is not a position; give --\(option) X,Y,Z as three finite numbers in metres, "
          + "such as 1.5,0,-2")
    }
    return SIMD3(x, y, z)
  }

  /// Parses a number that is finite, and not below a minimum if there is one.
  ///
  /// - Parameter example: a value that makes sense.
  static func number(
    _ text: String, option: String, unit: String, example: String, minimum: Double? = nil,
    maximum: Double? = nil
  ) throws -> Double {
    guard let value = Double(text), value.isFinite, value >= minimum ?? value,
      value <= maximum ?? value
    else {
      let least = minimum.map { DecimalText.short($0, digits: 3) }
      let most = maximum.map { DecimalText.short($0, digits: 3) }
      let range =
        switch (least, most) {
        case (let least?, let most?): ", from \(least) to \(most)"
        case (let least?, nil): ", \(least) or more"
        case (nil, let most?): ", \(most) or less"
        case (nil, nil): ""
        }
      throw CommandFailure.usage(
        "--\(option) takes \(unit)\(range), such as \(example); not \"\(text)\"")
    }
    return value
  }

  /// Parses the smallest turn that counts, in degrees.
  static func turn(_ text: String) throws -> Double {
    try number(text, option: "min-turn", unit: "degrees", example: "5", minimum: 0)
  }

  /// Parses a length in metres; the text may have a unit.
  static func length(_ text: String, option: String) throws -> Double {
    guard let metres = UnitAmount.metres(text), metres >= 0 else {
      throw CommandFailure.usage(
        "--\(option) takes a length of 0 or more, such as 0.05 or 5cm; not \"\(text)\"")
    }
    return metres
  }

  /// Parses a whole number, at least 1 unless a smaller one makes sense.
  static func count(_ text: String, option: String, minimum: Int = 1) throws -> Int {
    guard let value = Int(text), value >= minimum else {
      throw CommandFailure.usage(
        "--\(option) takes a whole number from \(minimum) up, not \"\(text)\"")
    }
    return value
  }
}

/// `KEY=VALUE` on the command line.
enum MetadataArguments {
  static func piece(_ text: String) throws -> KeyValueText.Piece {
    do {
      return try KeyValueText.Piece(text)
    } catch {
      throw CommandFailure.usage(
        "\"\(error.text)\" is not KEY=VALUE; give for example color=yellow")
    }
  }
}
