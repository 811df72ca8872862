import HyperbasisAnchorLog

/// By which a log is known to have only grown since it was read: its last bytes before the end that it
/// had then.
///
/// Whoever writes over a log in place moves its lines. Not noticed is a change below that end that moves
/// none at it; who reads a line that is not the one that was indexed is told. The date of the file says
/// nothing: while somebody appends it is newer already, and the log as long as before.
struct SeenEnd: Sendable {
  private var size = 0
  private var tail: [UInt8] = []
  private static let tailLength = 64

  init() {}

  /// - Parameter size: how many bytes were read.
  init(of log: any ByteSource, at size: Int) throws {
    self.size = size
    tail = try Self.tail(of: log, before: size) ?? []
  }

  /// Whether a log that is no shorter, and so many bytes long, still begins with what was read.
  func isPart(of log: any ByteSource, _ size: Int) throws -> Bool {
    try size == self.size || Self.tail(of: log, before: self.size) == tail
  }

  /// Nil where the log ends before.
  private static func tail(of log: any ByteSource, before size: Int) throws -> [UInt8]? {
    let start = max(0, size - tailLength)
    var bytes = [UInt8](repeating: 0, count: size - start)
    let isWhole = try bytes.withUnsafeMutableBytes { try log.readFully(at: start, into: $0) }
    return isWhole ? bytes : nil
  }
}
