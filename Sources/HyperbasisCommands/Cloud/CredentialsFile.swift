import Foundation
import Hyperbasis
import HyperbasisExchange
import SystemPackage

/// The file that holds keys: `credentials` in the program's configuration folder.
///
/// A line is `url = …`, `anon_key = …` or `access_token = …`; `#` starts a comment. Only its owner may
/// be able to read it.
struct CredentialsFile {
  let path: String
  let values: [CloudSetting.Name: String]

  static func location(_ context: CommandContext) -> URL {
    PersonalDirectories(context).configuration.appending(path: "credentials")
  }

  /// Reads the file; returns nil if there is none, or it sets nothing.
  static func read(_ context: CommandContext) throws(CredentialsError) -> CredentialsFile? {
    let path = location(context).path
    guard let text = try contents(of: path) else { return nil }
    let values = try values(in: text, of: path)
    return values.isEmpty ? nil : CredentialsFile(path: path, values: values)
  }
}

// MARK: - The file

extension CredentialsFile {
  /// More than any keys need.
  private static let mostBytes = 65_536

  private static func contents(of path: String) throws(CredentialsError) -> String? {
    let bytes: [UInt8]?
    do {
      bytes = try read(path)
    } catch let error as CredentialsError {
      throw error
    } catch {
      throw CredentialsError(
        "\(path) cannot be read (\(error)); check its owner and its permissions")
    }
    guard let bytes else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CredentialsError("\(path) is not a text file; write url = … and anon_key = … into it")
    }
    // Some editors start a file with a byte order mark.
    return text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func read(_ path: String) throws -> [UInt8]? {
    let file: FileDescriptor
    do {
      // Opening a pipe would wait for its writer.
      file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    }
    return try file.closeAfter {
      // The check is of the file that is read, not of whatever has the path later.
      try check(file, path)
      var bytes = [UInt8](repeating: 0, count: mostBytes)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      return Array(bytes.prefix(count))
    }
  }

  private static func check(_ file: FileDescriptor, _ path: String) throws {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw CredentialsError("\(path) is not a file; put one there with url = … and anon_key = …")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw CredentialsError(
        "\(path) contains keys and others may read it, so it is not used; run chmod 600 "
          + ShellText.line([path]))
    }
  }
}

// MARK: - Lines

extension CredentialsFile {
  private static func values(
    in text: String, of path: String
  ) throws(CredentialsError) -> [CloudSetting.Name: String] {
    var values: [CloudSetting.Name: String] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let place = "\(path), line \(number + 1)"
      guard let sign = line.firstIndex(of: "=") else {
        throw CredentialsError("\(place): this is not NAME = VALUE; the names are \(names)")
      }
      let (name, value) = try value(in: line, sign, place)
      guard values.updateValue(value, forKey: name) == nil else {
        throw CredentialsError("\(place): \(name.inFile) is given twice; remove one of them")
      }
    }
    return values
  }

  private static func value(
    in line: String, _ sign: String.Index, _ place: String
  ) throws(CredentialsError) -> (CloudSetting.Name, String) {
    let word = line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
    let known = CloudSetting.Name.allCases.first {
      [$0.inFile, $0.rawValue.lowercased()].contains(word)
    }
    guard let name = known else {
      // The word is not repeated: it may be part of a key.
      throw CredentialsError("\(place): this name is not known; the names are \(names)")
    }
    let value = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    guard !value.isEmpty else {
      throw CredentialsError("\(place): \(name.inFile) has no value; write it after the =")
    }
    return (name, unquoted(value))
  }

  private static func unquoted(_ value: String) -> String {
    guard value.count > 1, let quote = value.first, "\"'".contains(quote), value.last == quote
    else { return value }
    return String(value.dropFirst().dropLast())
  }

  private static let names = CloudSetting.Name.allCases.map(\.inFile).joined(separator: ", ")
}
