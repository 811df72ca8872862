import Foundation
import Hyperbasis

/// The address of a person's project, and the keys to it.
///
/// Keys never appear: not in a description, not in a dump, not in a message.
struct ProjectCredentials: Equatable, Sendable {
  /// Where they were found.
  enum Source: Hashable, Sendable {
    case environment
    case file(path: String)
  }

  /// The address of the project, without a slash at its end.
  let url: String
  let anonKey: String
  /// The token of a user who has signed in; nil for the key alone.
  let accessToken: String?
  let source: Source
}

extension ProjectCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  var description: String { "credentials for \(url), keys hidden" }

  var debugDescription: String { description }

  var customMirror: Mirror { Mirror(self, children: ["url": url, "keys": "hidden"]) }
}

/// Whether a person syncs with a cloud.
enum CloudSetting: Equatable, Sendable {
  case none
  case configured(ProjectCredentials)
  /// The person means to sync, but the configuration is wrong: what is wrong with it, and what to do.
  case broken(String)
}

extension CloudSetting {
  /// The credentials; nil if there are none that can be used.
  var credentials: ProjectCredentials? {
    if case .configured(let credentials) = self { credentials } else { nil }
  }

  /// The names in the environment; in the file they may lack their prefix.
  enum Name: String, CaseIterable {
    case url = "SUPABASE_URL"
    case anonKey = "SUPABASE_ANON_KEY"
    case accessToken = "SUPABASE_ACCESS_TOKEN"

    /// The name in the file: `url`, `anon_key` or `access_token`.
    var inFile: String { rawValue.dropFirst("SUPABASE_".count).lowercased() }
  }

  /// Reads the environment, else the file `credentials` beside the configuration.
  init(_ context: CommandContext) {
    do {
      self = try Self.read(context).map(CloudSetting.configured) ?? .none
    } catch {
      self = .broken(error.text)
    }
  }

  /// Names the places where a project can be named.
  static func advice(_ context: CommandContext) -> String {
    let file = CredentialsFile.location(context).path
    return "set SUPABASE_URL and SUPABASE_ANON_KEY, or write url = … and anon_key = … into \(file)"
  }

  /// Returns the credentials, for a command that needs the cloud.
  func required(in context: CommandContext) throws(CommandFailure) -> ProjectCredentials {
    switch self {
    case .configured(let credentials): return credentials
    case .broken(let reason): throw .data(reason)
    case .none: throw .data("the cloud is not configured; " + Self.advice(context))
    }
  }
}

/// What is wrong with credentials, and what to do; it never contains any of their text.
struct CredentialsError: Error, Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

// MARK: - Reading

extension CloudSetting {
  private static func read(
    _ context: CommandContext
  ) throws(CredentialsError) -> ProjectCredentials? {
    let named = { (name: Name) in context.variable(name.rawValue) }
    if named(.url) != nil || named(.anonKey) != nil {
      return try ProjectCredentials(
        url: named(.url), anonKey: named(.anonKey), accessToken: named(.accessToken),
        source: .environment)
    }
    guard let file = try CredentialsFile.read(context) else {
      guard named(.accessToken) == nil else {
        throw CredentialsError(
          "SUPABASE_ACCESS_TOKEN is set, but no project is named; set SUPABASE_URL and "
            + "SUPABASE_ANON_KEY as well")
      }
      return nil
    }
    return try ProjectCredentials(
      url: file.values[.url], anonKey: file.values[.anonKey],
      accessToken: named(.accessToken) ?? file.values[.accessToken],
      source: .file(path: file.path))
  }
}

extension ProjectCredentials {
  fileprivate init(
    url: String?, anonKey: String?, accessToken: String?, source: Source
  ) throws(CredentialsError) {
    let name = source.name
    guard let url else {
      throw CredentialsError("\(name(.anonKey)) is given without \(name(.url)); give both")
    }
    guard let anonKey else {
      throw CredentialsError("\(name(.url)) is given without \(name(.anonKey)); give both")
    }
    self.url = try ProjectAddress.check(url, name: name(.url))
    self.anonKey = try Self.check(anonKey, name: name(.anonKey))
    self.accessToken = try accessToken.map { text throws(CredentialsError) in
      try Self.check(text, name: name(.accessToken))
    }
    self.source = source
  }

  /// Returns a key in the form for a header.
  private static func check(_ text: String, name: String) throws(CredentialsError) -> String {
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CredentialsError(
        "\(name) contains characters that a key cannot have; copy it again from the project's settings"
      )
    }
    guard !key.lowercased().hasPrefix("http") else {
      throw CredentialsError("\(name) is an address, not a key; were the two mixed up?")
    }
    return key
  }
}

extension ProjectCredentials.Source {
  /// Returns how messages name a value that should be there.
  fileprivate func name(of value: CloudSetting.Name) -> String {
    switch self {
    case .environment: value.rawValue
    case .file(let path): "\(value.inFile) in \(path)"
    }
  }
}

/// The address of a project, as a person gives it.
enum ProjectAddress {
  /// Returns the address without a slash at its end.
  ///
  /// - Throws: ``CredentialsError`` for what is not an address, and for one to which a key would be
  ///   sent unencrypted. The text is not repeated: it may be a key that was pasted in the wrong place.
  static func check(_ text: String, name: String) throws(CredentialsError) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let parts = URLComponents(string: trimmed), let host = parts.host, !host.isEmpty,
      let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme),
      parts.port.map((1...65_535).contains) ?? true
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
    return CloudAddress.root(of: trimmed)
  }

  private static let example = "https://project.supabase.co"

  /// Returns whether an address never leaves this machine.
  private static func isLoopback(_ host: String) -> Bool {
    let name = host.lowercased().trimmingCharacters(in: ["[", "]"])
    if name == "localhost" || name == "::1" { return true }
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return bytes.count == 4 && bytes[0] == 127 && !bytes.contains(nil)
  }
}
