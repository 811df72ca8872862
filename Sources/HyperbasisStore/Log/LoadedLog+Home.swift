import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension LoadedLog {
  /// The space to which the log belongs if it lies where another one's belongs: the only space that its
  /// readable lines name. Nil for a log that is in its place, and for one with lines of several spaces.
  var home: UUID? {
    guard problems.contains(where: { $0.kind == .foreignSpace }),
      problems.allSatisfy({ $0.kind.isDamage || $0.kind == .foreignSpace }),
      (0..<index.count).allSatisfy(index.isSynthetic)
    else { return nil }
    let named = Set(problems.lazy.filter { $0.kind == .foreignSpace }.map(space(named:)))
    return named.count == 1 ? named.first ?? nil : nil
  }

  /// Returns the space that a line names; nil if that cannot be read.
  private func space(named problem: LogProblem) -> UUID? {
    var bytes = [UInt8](repeating: 0, count: problem.length)
    let count = try? bytes.withUnsafeMutableBytes {
      try index.source.read(at: problem.offset, into: $0)
    }
    guard count == problem.length else { return nil }
    return try? LogLine.decode(bytes).event.spaceId
  }
}
