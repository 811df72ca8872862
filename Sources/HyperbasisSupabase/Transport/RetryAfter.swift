import Foundation
import HyperbasisModels
import HyperbasisSync

/// How long a server wants to be left alone: `Retry-After`, RFC 9110, section 10.2.3.
enum RetryAfter {
  /// No server is obeyed for longer, so that a wrong answer does not stop syncing for good.
  private static let most = SyncLimits.longestRespite

  /// Returns the seconds from `now`, by the server's clock if that is known; nil if nothing readable was
  /// said.
  static func seconds(_ text: String?, now: HBInstant) -> TimeInterval? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return min(most, TimeInterval(text) ?? most)
    }
    guard let date = HTTPDate.parse(text) else { return nil }
    let wait = Double(date.microseconds) / 1e6 - Double(now.microseconds) / 1e6
    return min(most, max(0, wait))
  }
}

/// Dates in headers: `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still written (RFC
/// 9110, section 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func parse(_ text: String) -> HBInstant? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    let day = parts[1].count == 1 ? "0\(parts[1])" : "\(parts[1])"
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return HBInstant(rfc3339: "\(parts[3])-\(number)-\(day)T\(parts[4])Z")
  }
}
