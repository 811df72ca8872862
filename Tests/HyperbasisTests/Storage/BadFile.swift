import Foundation
import Hyperbasis
import SystemPackage

/// What may lie where a file of a store belongs.
enum BadFile: String, CaseIterable, Sendable {
  case link, danglingLink, directory, pipe, socket, device

  /// Puts it there, replacing what was there.
  ///
  /// - Returns: false if this machine does not let the tests make one.
  func put(at url: URL) throws -> Bool {
    let manager = FileManager.default
    try manager.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if (try? url.checkResourceIsReachable()) == true { try manager.removeItem(at: url) }
    switch self {
    case .link:
      // One for all tests and runs, since nothing writes to it.
      let elsewhere = manager.temporaryDirectory.appending(path: "hyperbasis-link-target.json")
      try Data("{}".utf8).write(to: elsewhere, options: .atomic)
      try manager.createSymbolicLink(at: url, withDestinationURL: elsewhere)
    case .danglingLink:
      try manager.createSymbolicLink(atPath: url.path, withDestinationPath: "/nowhere/at/all")
    case .directory:
      try manager.createDirectory(at: url, withIntermediateDirectories: false)
    case .pipe:
      return mkfifo(url.path, 0o600) == 0
    case .socket:
      return try bindSocket(at: url)
    case .device:
      // The device that swallows all output; making it takes privileges.
      return mknod(url.path, S_IFCHR | 0o600, 0x103) == 0
    }
    return true
  }
}

extension TemporaryStore {
  /// Returns the inode and kind of what lies at a path, without following links; nil if nothing does.
  func identity(_ path: String) -> String? {
    var raw = stat()
    guard lstat(url.appending(path: path).path, &raw) == 0 else { return nil }
    return "\(raw.st_ino) \(raw.st_mode & S_IFMT)"
  }
}

// Outside the type, which has a `socket` of its own.
/// Makes the socket elsewhere and moves it, since the path of a socket must be short.
private func bindSocket(at url: URL) throws -> Bool {
  let short = "/tmp/hb-\(UInt32.random(in: 0 ... .max)).socket"
  #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
  #else
    let kind = SOCK_STREAM
  #endif
  let descriptor = socket(AF_UNIX, kind, 0)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(short.utf8)) }
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  return result == 0 && rename(short, url.path) == 0
}
