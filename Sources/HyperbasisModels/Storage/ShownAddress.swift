import Foundation

extension String {
  /// The text of an address as it may be shown: without a user's name and password, and without a
  /// query, where keys stand.
  ///
  /// Also of one that is no address, for a password with a slash in it makes none: up to the last `@`
  /// whatever follows the scheme is left out.
  package var shownAddress: String {
    let scheme = range(of: "://").map { self[..<$0.upperBound] } ?? ""
    var rest = dropFirst(scheme.count)
    if let end = rest.lastIndex(of: "@") { rest = "…" + rest[end...] }
    if let query = rest.firstIndex(of: "?") { rest = rest[...query] + "…" }
    return String(scheme + rest)
  }
}
