import Foundation

/// simdjson On-Demand, compiled and loaded into this process if it is installed.
struct Simdjson {
  private typealias Read =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<UInt64>) ->
    Int64
  private let function: Read

  /// Returns nil, after printing the reason, if there is no compiler or no simdjson.
  init?(folder: URL) {
    let library = BaselineLibrary(
      "SimdjsonBaseline/baseline.cpp",
      // On-Demand picks its kernel at compile time: without -march it would be the slow one.
      compiler: ["c++", "-O3", "-march=native", "-std=c++17"], libraries: ["-lsimdjson"],
      folder: folder)
    guard let function = library?.function("simdjson_read", as: Read.self) else {
      print("simdjson is left out: install libsimdjson-dev and a C++ compiler to compare with it.")
      return nil
    }
    self.function = function
  }

  /// Reads a log; returns the number of events and a checksum over their columns.
  func read(_ path: String) -> (events: Int, checksum: UInt64) {
    var checksum: UInt64 = 0
    let events = function(path, &checksum)
    return (Int(events), checksum)
  }
}
