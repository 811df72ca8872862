import Foundation

enum Memory {

  /// The bytes of memory that the program has written to and not given back to the system.
  ///
  /// Counted by the system in whole pages, so small differences mean nothing; 0 where the system does
  /// not tell.
  static var held: Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
      Int($0)
    }
    return (kilobytes ?? 0) * 1024
  }
}
