import Foundation

/// Percent-encoding according to RFC 3986.
///
/// Foundation leaves `+` and `:` in queries as they are; a server that decodes forms reads the former as
/// a space, and a date that contains it is then no longer a date.
enum PercentEncoding {
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")

  /// Escapes all but the unreserved characters: letters, digits, `-`, `_`, `.` and `~`.
  static func encode(_ text: String) -> String {
    // Text in Swift is always Unicode, so this cannot fail.
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}
