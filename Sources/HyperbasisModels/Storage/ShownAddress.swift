import Foundation

extension String {
  /// The text of an address in a form that may be shown: without user name and password, and without the
  /// query, which may hold keys.
  ///
  /// It need not be a valid address, as one with a slash in its password is not: everything between the
  /// scheme and the last `@` is left out.
  package var shownAddress: String {
    let scheme = range(of: "://").map { self[..<$0.upperBound] } ?? ""
    var rest = dropFirst(scheme.count)
    if let end = rest.lastIndex(of: "@") { rest = "…" + rest[end...] }
    if let query = rest.firstIndex(of: "?") { rest = rest[...query] + "…" }
    return String(scheme + rest)
  }
}
