import Foundation

/// A baseline in C or C++, compiled and loaded into this process if its dependencies are installed.
struct BaselineLibrary {
  // Kept open until the process ends.
  private let handle: UnsafeMutableRawPointer

  /// Returns nil if it cannot be compiled.
  init?(_ source: String, compiler: [String], libraries: [String], folder: URL) {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(source)
    let library = folder.appendingPathComponent(
      file.deletingLastPathComponent().lastPathComponent + ".so")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = compiler + ["-shared", "-fPIC", "-o", library.path, file.path] + libraries
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    guard process.terminationStatus == 0, let handle = dlopen(library.path, RTLD_NOW) else {
      return nil
    }
    self.handle = handle
  }

  /// Returns a function of the library, of the type that the library's source gives it.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }
}
