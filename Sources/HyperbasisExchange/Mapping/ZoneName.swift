package import Foundation

/// Reads what a person calls a time zone.
package enum ZoneName {
  /// Returns the zone of a name in the tz database, such as `Europe/Berlin`, or of a fixed offset from
  /// UTC: `Z`, `UTC`, `+05:30`, `-0800`, `UTC+2`; nil for any other text.
  package static func zone(_ text: String) -> TimeZone? {
    guard let seconds = offset(text) else { return TimeZone(identifier: text) }
    return seconds == 0 ? .gmt : TimeZone(secondsFromGMT: seconds)
  }

  /// Examples of what `--zone` takes, for a message.
  package static let examples = "Europe/Berlin, +05:30 or UTC"

  /// Returns seconds east of UTC; nil if the text is not an offset, or is more than any clock differs.
  private static func offset(_ text: String) -> Int? {
    var rest = text.uppercased()
    for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) {
      rest = String(rest.dropFirst(prefix.count))
      if rest.isEmpty { return 0 }
      // Otherwise it is a name: GMT0.
      guard rest.hasPrefix("+") || rest.hasPrefix("-") else { return nil }
    }
    let seconds = rest.withBytes { bytes -> Int? in
      var scanner = DateTextScanner(bytes)
      guard let seconds = scanner.offset(), scanner.isAtEnd else { return nil }
      return seconds
    }
    return seconds.flatMap { $0.magnitude <= 18 * 3600 ? $0 : nil }
  }
}
