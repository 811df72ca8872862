import Foundation

/// Times in seconds of repeated runs.
struct Samples {
  private(set) var seconds: [Double] = []

  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    add(clock.now - start)
    return result
  }

  mutating func add(_ duration: Duration) {
    let (whole, atto) = duration.components
    seconds.append(Double(whole) + Double(atto) / 1e18)
  }

  var median: Double { percentile(50) }

  func percentile(_ percent: Int) -> Double {
    let sorted = seconds.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }
}

/// Returns a time as `0.213 s`, `1.420 ms` or `3.10 µs`.
func text(_ seconds: Double) -> String {
  if seconds >= 0.1 { return String(format: "%.3f s", seconds) }
  if seconds >= 0.0001 { return String(format: "%.3f ms", seconds * 1e3) }
  return String(format: "%.2f µs", seconds * 1e6)
}

/// Returns the private memory of this process in megabytes; nil if the system does not report it.
func privateMegabytes() -> Double? {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
    let kilobytes = line.split(separator: " ").dropLast().last.flatMap({ Double($0) })
  else { return nil }
  return kilobytes / 1024
}
