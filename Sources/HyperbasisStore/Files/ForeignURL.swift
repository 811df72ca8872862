package import Foundation

/// A URL that is not a file URL, such as a web address: its path alone would name some file on
/// this machine.
package struct ForeignURL: Equatable, Sendable {
  /// The URL as far as it can be shown: without any password in it.
  private let text: String

  /// Returns nil for a file URL; a URL without a scheme is a path.
  package init?(_ url: URL) {
    guard let scheme = url.scheme, !url.isFileURL else { return nil }
    text = "\(scheme)://\(url.host() ?? "")\(url.path)"
  }

  /// What is wrong, and what to do about it, as a sentence without its full stop.
  package var refusal: String {
    "\(text) is not the URL of a file; give one that begins with file:, as URL(filePath:) makes it"
  }
}
