package import Foundation

/// What a person calls a time zone.
package enum ZoneName {
  /// The zone of a name of the tz database, such as `Europe/Berlin`, or of a fixed offset from UTC:
  /// `Z`, `UTC`, `+05:30`, `-0800`, `UTC+2`; nil for any other text.
  package static func zone(_ text: String) -> TimeZone? {
    guard let seconds = offset(text) else { return TimeZone(identifier: text) }
    return seconds == 0 ? .gmt : TimeZone(secondsFromGMT: seconds)
  }

  /// What else `--zone` takes, for a message.
  package static let examples = "Europe/Berlin, +05:30 or UTC"

  /// Seconds east of UTC; nil where the text is no offset, or farther than any clock is set.
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
