import Foundation
import HyperbasisModels

/// The address of a project. Every request goes to its origin, because every request carries the key:
/// other servers that rows, links and redirects name are never contacted.
package struct CloudAddress: Equatable, Sendable {
  /// `https://project.supabase.co`, perhaps with a path, without a slash at the end.
  let text: String
  /// nil if requests cannot be sent there.
  private let origin: Origin?

  /// Returns nil for a text that is not an address, or one with a user, a query, a fragment or a port
  /// beyond 65535.
  init?(_ text: String) {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    text = Self.root(of: text)
    guard let components = URLComponents(string: text), let origin = Origin(components),
      components.user == nil, components.password == nil, components.query == nil,
      components.fragment == nil
    else { return nil }
    self.text = text
    self.origin = origin
  }

  /// Returns an address without slashes at its end, and without the path of one of a project's services:
  /// settings show the address of a service beside that of the project.
  package static func root(of text: String) -> String {
    var text = text[...]
    func dropSlashes() { while text.hasSuffix("/") { text.removeLast() } }
    dropSlashes()
    for service in ["rest", "storage", "auth"] where text.hasSuffix("/\(service)/v1") {
      text.removeLast("/\(service)/v1".count)
      dropSlashes()
    }
    return String(text)
  }

  /// Creates an address that is not valid. This shows with the first request, and not when a store is
  /// opened, since everything else works.
  ///
  /// No request is sent there, but the text is shown: what must not be shown is left out of it.
  init(invalid text: String) {
    self.text = text.shownAddress
    origin = nil
  }

  var isValid: Bool { origin != nil }

  /// Whether what is sent can be read in transit.
  var isUnprotected: Bool {
    guard let origin else { return false }
    return origin.scheme == "http"
      && !["localhost", "127.0.0.1", "[::1]", "::1"].contains(origin.host)
  }

  /// Returns the URL of a path below the address; nil if it is not a URL, or the address is not valid.
  func url(_ path: [String], _ query: [(name: String, value: String)] = []) -> URL? {
    guard isValid else { return nil }
    var result = text
    for part in path { result += "/" + PercentEncoding.encode(part) }
    for (place, item) in query.enumerated() {
      result += place == 0 ? "?" : "&"
      result += PercentEncoding.encode(item.name) + "=" + PercentEncoding.encode(item.value)
    }
    return URL(string: result)
  }

  /// Returns the URL of a text, if it lies below the address.
  func url(ifBelow text: String) -> URL? {
    guard let origin, let components = URLComponents(string: text), Origin(components) == origin,
      components.user == nil, text.hasPrefix(self.text + "/")
    else { return nil }
    return URL(string: text)
  }
}

/// Scheme, host and port (RFC 6454).
private struct Origin: Equatable, Sendable {
  let scheme: String
  let host: String
  let port: Int

  init?(_ components: URLComponents) {
    guard let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = components.host?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    // A port that is too large to be parsed is nil, as if there were none.
    guard let range = components.rangeOfPort, !range.isEmpty else {
      port = scheme == "https" ? 443 : 80
      return
    }
    guard let port = components.port, (1...65_535).contains(port) else { return nil }
    self.port = port
  }
}
