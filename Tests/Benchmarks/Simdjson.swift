import Foundation

/// simdjson On-Demand, compiled and loaded into this process where it is installed.
struct Simdjson {
  private typealias Read =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<UInt64>) ->
    Int64
  private let function: Read

  /// nil, with the reason printed, where there is no compiler or no simdjson.
  init?(folder: URL) {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("SimdjsonBaseline/baseline.cpp")
    let library = folder.appendingPathComponent("baseline.so")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // On-Demand picks its kernel when it is compiled: without -march it would be the slow one.
    compiler.arguments = [
      "c++", "-O3", "-march=native", "-std=c++17", "-shared", "-fPIC", "-o", library.path,
      source.path, "-lsimdjson",
    ]
    compiler.standardError = FileHandle.nullDevice
    guard (try? compiler.run()) != nil else { return nil }
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0, let handle = dlopen(library.path, RTLD_NOW),
      let symbol = dlsym(handle, "simdjson_read")
    else {
      print("simdjson is left out: install libsimdjson-dev and a C++ compiler to compare with it.")
      return nil
    }
    function = unsafeBitCast(symbol, to: Read.self)
  }

  /// Reads a log; gives the number of events and a checksum over their columns.
  func read(_ path: String) -> (events: Int, checksum: UInt64) {
    var checksum: UInt64 = 0
    let events = function(path, &checksum)
    return (Int(events), checksum)
  }
}
