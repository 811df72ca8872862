import Foundation

/// Lengths of time as people say them, in one unit: `243 d`, `5 h`, `12 min`, `3 s`, `40 ms`.
package enum DurationText {
  private static let units: [(text: String, microseconds: Double)] = [
    ("y", 31_557_600e6), ("d", 86_400e6), ("h", 3600e6), ("min", 60e6), ("s", 1e6), ("ms", 1e3),
  ]

  /// At most seven characters for up to 9999 years. Days go up to two years, for `243 d` says
  /// more than `0.7 y`.
  package static func short(microseconds: Int64) -> String {
    let length = Double(microseconds.magnitude)
    for (text, unit) in units where length >= (text == "y" ? 2 * unit : unit) {
      let count = length / unit
      return text == "y" && count < 10
        ? DecimalText.text(count, digits: 1) + " y" : "\(Int(count.rounded(.down))) \(text)"
    }
    return "\(microseconds.magnitude) µs"
  }
}
