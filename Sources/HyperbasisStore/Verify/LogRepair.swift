import Foundation
import SystemPackage

/// Removes damaged bytes from a log: first copies them to quarantine, then puts a log without them
/// in the old one's place. Under the space's lock.
struct LogRepair {
  let context: StoreContext
  let path: FilePath

  /// - Returns: what was done about each finding, in the same order.
  func remove(_ findings: [(bytes: Range<Int>, finding: Finding)]) throws -> [HBStoreProblem] {
    guard !findings.isEmpty else { return [] }
    let source = try LogBytes(path, context.files)
    let stored = try Quarantine(context: context).copy(
      findings.map { ($0.bytes, $0.finding.problem) }, of: source)
    try rewrite(source, without: findings.map(\.bytes).sorted { $0.lowerBound < $1.lowerBound })
    return findings.map { $0.finding.done("moved to \(stored)") }
  }

  private func rewrite(_ source: LogBytes, without gaps: [Range<Int>]) throws {
    try context.files.replace(path, .durable) { file in
      var start = 0
      for gap in gaps {
        try source.forEachPiece(from: start, to: gap.lowerBound) {
          try context.files.writeAll(file, $0)
        }
        start = gap.upperBound
      }
      try source.forEachPiece(from: start) { try context.files.writeAll(file, $0) }
    }
  }
}
