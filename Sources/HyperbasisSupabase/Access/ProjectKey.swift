import Foundation

/// The key of a project, in one of its two forms: a long-lived token, or an opaque text
/// (`sb_publishable_…`) that goes into only one header.
///
/// It is never printed: a key in a log is a key for everybody who reads the log.
struct ProjectKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  let text: String

  init(_ text: String) {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether it can be sent: a line break in it would start another header.
  var isValid: Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The bearer token if nobody is signed in; nil if the key is sent alone.
  var bearer: String? { AccessTokenClaims(text) == nil ? nil : text }

  var description: String { "hidden" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
