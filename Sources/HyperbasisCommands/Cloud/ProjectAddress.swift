import Foundation

/// The address of a project, as a person gives it.
enum ProjectAddress {
  /// The address without a slash at its end.
  ///
  /// - Throws: ``CredentialsError`` for what is not an address, and for one to which a key would be
  ///   sent unencrypted. Its text is not repeated: it may be a key that was pasted in the wrong place.
  static func check(_ text: String, name: String) throws(CredentialsError) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let parts = URLComponents(string: trimmed), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme)
    else {
      throw CredentialsError("\(name) is not an address; give one such as \(example)")
    }
    guard scheme == "https" || isLoopback(host) else {
      throw CredentialsError(
        "\(name) starts with http://, which would send keys unencrypted; give one such as "
          + example)
    }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
    else {
      throw CredentialsError(
        "\(name) contains more than an address; leave out the name, the password and anything after "
          + "? or #, such as \(example)")
    }
    return String(trimmed.reversed().drop { $0 == "/" }.reversed())
  }

  private static let example = "https://project.supabase.co"

  /// Whether an address never leaves this machine.
  private static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased().trimmingCharacters(in: ["[", "]"])
    if name == "localhost" || name == "::1" { return true }
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return bytes.count == 4 && bytes[0] == 127 && !bytes.contains(nil)
  }
}
