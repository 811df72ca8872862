import Foundation

/// Percent-encoding after RFC 3986.
///
/// Foundation leaves `+` and `:` in queries as they are; a server that decodes forms reads the
/// former as a space, and a date with it is then not a date.
enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")

  /// Escapes all but the unreserved characters: letters, digits, `-`, `_`, `.` and `~`.
  static func encode(_ text: String) -> String {
    // Text of Swift's is always Unicode, so that this cannot fail.
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}
