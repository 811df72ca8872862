import CHyperbasisFiles
import Foundation
import Synchronization
import SystemPackage

/// Opens what lies below a root directory without following symbolic links there; the root itself
/// may be reached through links.
///
/// Without a root, and for paths outside of it, links are followed except in the last component.
final class RootedPaths: Sendable {
  /// Without a trailing slash; empty for the whole file system.
  private let root: String?
  /// Where the root lies once all links are followed; nil until that is found out.
  private let real = Mutex<String?>(nil)
  /// Whether to do without the kernel's help, as if it offered none.
  private let isStepwise: Bool

  init(_ root: FilePath?, isStepwise: Bool = false) {
    self.root = root.map { $0.string == "/" ? "" : $0.string }
    self.isStepwise = isStepwise
  }
}

extension RootedPaths {
  /// Returns a path for calls that only look at what it names, with links above the root followed.
  func location(_ path: FilePath) -> String {
    let text = path.string
    guard let root, let rest = Self.rest(of: text, below: root),
      let base = real.withLock({ $0 }), base != root
    else { return text }
    return base + rest
  }

  /// - Returns: a descriptor, or nil with `errno`.
  func open(_ path: FilePath, _ flags: Int32, mode: mode_t = 0) -> Int32? {
    let text = path.string
    guard let root, let rest = Self.rest(of: text, below: root) else {
      return repeated { openFile(text, flags, mode) }
    }
    return open(rest: rest, flags, mode: mode)
  }

  /// Calls `body` with the directory in which a path's last component lies, and that component.
  ///
  /// - Returns: nil with `errno` if the directory cannot be opened.
  func inParent<Result>(
    of path: FilePath, _ body: (_ directory: Int32, _ name: String) -> Result
  ) -> Result? {
    guard let place = place(path) else { return body(AT_FDCWD, path.string) }
    return inDirectory(place.directory) { body($0, place.name) }
  }

  /// Calls `body` with the directories in which the last components of two paths lie, and those
  /// components; a directory that holds both is opened once.
  ///
  /// - Returns: nil with `errno` if a directory cannot be opened.
  func inParents<Result>(
    of first: FilePath, _ second: FilePath,
    _ body: (_ directory: Int32, _ name: String, _ other: Int32, _ otherName: String) -> Result
  ) -> Result? {
    if let one = place(first), let two = place(second), one.directory == two.directory {
      return inDirectory(one.directory) { body($0, one.name, $0, two.name) }
    }
    let result: Result?? = inParent(of: first) { directory, name in
      inParent(of: second) { body(directory, name, $0, $1) }
    }
    return result ?? nil
  }

  private func inDirectory<Result>(_ directory: String, _ body: (Int32) -> Result) -> Result? {
    guard let descriptor = open(rest: directory, file_shim_traversal_flags()) else { return nil }
    let result = body(descriptor)
    let code = errno
    close(descriptor)
    errno = code
    return result
  }

  /// Splits a path into its directory, as what follows the root, and its last component; nil if the
  /// path is outside of the root, or the root itself.
  ///
  /// Works on the bytes of the path, which is normal already: this runs for every file that is written.
  private func place(_ path: FilePath) -> (directory: String, name: String)? {
    guard let root, let rest = Self.rest(of: path.string, below: root),
      let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let name = rest.utf8[rest.utf8.index(after: slash)...]
    return name.isEmpty ? nil : (String(rest[..<slash]), String(Substring(name)))
  }

  /// Opens what lies below the root, given what follows the root in its path.
  private func open(rest: String, _ flags: Int32, mode: mode_t = 0) -> Int32? {
    guard let root else { return nil }
    let known = real.withLock { $0 } ?? resolve(root)
    if let descriptor = open(known ?? root, rest, flags, mode) { return descriptor }
    let code = errno
    // The links that lead to the root may have changed since.
    guard [ENOENT, ENOTDIR, ELOOP].contains(code), let now = resolve(root), now != known else {
      errno = code
      return nil
    }
    return open(now, rest, flags, mode)
  }

  private func open(_ base: String, _ rest: String, _ flags: Int32, _ mode: mode_t) -> Int32? {
    // Links above the root are the owner's affair.
    if rest.isEmpty { return repeated { openFile(base, flags & ~O_NOFOLLOW, mode) } }
    return repeated {
      isStepwise
        ? file_shim_open_stepwise(base + rest, base.utf8.count, flags, mode)
        : file_shim_open_beneath(base + rest, base.utf8.count, flags, mode)
    }
  }

  private func resolve(_ root: String) -> String? {
    guard let found = realpath(root.isEmpty ? "/" : root, nil) else { return nil }
    defer { free(found) }
    let text = String(cString: found)
    let path = text == "/" ? "" : text
    real.withLock { $0 = path }
    return path
  }

  private func repeated(_ call: () -> Int32) -> Int32? {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { return nil }
    }
  }

  /// Returns what follows a root in a path, with its slash; empty for the root itself, nil for a
  /// path outside of it.
  private static func rest(of path: String, below root: String) -> String? {
    guard path.utf8.starts(with: root.utf8) else { return nil }
    let rest = path.utf8.dropFirst(root.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/") ? String(rest) : nil
  }
}

// Outside of the type, which has an `open` of its own.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
