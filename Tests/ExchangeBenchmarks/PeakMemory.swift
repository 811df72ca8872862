import Foundation

/// The peak memory of the process, if Linux reports it.
enum PeakMemory {
  static var megabytes: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return (Int(line.filter(\.isNumber)) ?? 0) / 1024
  }
}
