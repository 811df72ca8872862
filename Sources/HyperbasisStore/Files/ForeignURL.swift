package import Foundation

/// A URL that is not that of a file, such as a web address: its path alone would name some file of
/// this machine.
package struct ForeignURL: Equatable, Sendable {
  /// The URL as far as it can be shown: without a password that stands in it.
  private let text: String

  /// Nil for the URL of a file; one without a scheme is a path.
  package init?(_ url: URL) {
    guard let scheme = url.scheme, !url.isFileURL else { return nil }
    text = "\(scheme)://\(url.host() ?? "")\(url.path)"
  }

  /// What is wrong, and what to do, as a sentence without its stop.
  package var refusal: String {
    "\(text) is not the URL of a file; give one that begins with file:, as URL(filePath:) makes it"
  }
}
