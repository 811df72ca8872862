import Foundation
import HyperbasisDiagnostics
import SystemPackage

/// Takes damaged bytes out of a log: first a copy to quarantine, then a new log without them in
/// the old one's place. Under the space's lock.
struct LogRepair {
  let context: StoreContext
  let path: FilePath

  /// - Returns: what was done about each finding, in their order.
  func remove(_ findings: [(bytes: Range<Int>, finding: Finding)]) throws -> [HBStoreProblem] {
    guard !findings.isEmpty else { return [] }
    let source = LogBytes(file: try context.files.open(path, .read), files: context.files)
    let stored = try Quarantine(context: context).copy(
      findings.map { ($0.bytes, $0.finding.problem) }, of: source)
    try rewrite(source, without: findings.map(\.bytes).sorted { $0.lowerBound < $1.lowerBound })
    return findings.map { $0.finding.done("moved to \(stored)") }
  }

  private func rewrite(_ source: LogBytes, without gaps: [Range<Int>]) throws {
    let temporary = path.temporarySibling()
    let file = try context.files.open(temporary, .createNew)
    do {
      var start = 0
      for gap in gaps {
        try copy(start..<gap.lowerBound, of: source, to: file)
        start = gap.upperBound
      }
      try copy(start..<source.size(), of: source, to: file)
      try context.files.synchronize(file)
      try context.files.rename(temporary, to: path)
    } catch {
      // The old log is still in its place.
      DiagnosticLog.store.attempt("remove a temporary file") {
        try context.files.removeFile(temporary)
      }
      throw error
    }
    try context.files.synchronizeDirectory(path.removingLastComponent())
  }

  private func copy(_ range: Range<Int>, of source: LogBytes, to file: OpenFile) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + 1 << 20, range.upperBound)
      try context.files.writeAll(file, Data(source.bytes(start..<end)))
      start = end
    }
  }
}
