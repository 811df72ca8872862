import HyperbasisAnchorLog

/// By which a log is known to have only grown since it was read: its last bytes before the end that it
/// had then, and when it was last written.
///
/// Whoever writes over a log in place moves its lines, or changes its date without making it longer. Not
/// noticed is a change far below that end by a program that then appends; who reads a line that is not
/// the one that was indexed is told.
struct SeenEnd: Sendable {
  private var size = 0
  private var tail: [UInt8] = []
  /// In nanoseconds since 1970; nil where the log grew while it was read.
  private var modified: Int64?
  private static let tailLength = 64

  init() {}

  /// - Parameters:
  ///   - size: how many bytes were read.
  ///   - status: what was known of the log before.
  init(of log: any ByteSource, at size: Int, _ status: FileStatus) throws {
    self.size = size
    tail = try Self.tail(of: log, before: size) ?? []
    modified = status.size == size ? status.modified : nil
  }

  /// Whether a log that is no shorter still begins with what was read.
  func isPart(of log: any ByteSource, _ status: FileStatus) throws -> Bool {
    if status.size == size { return modified == nil || modified == status.modified }
    return try Self.tail(of: log, before: size) == tail
  }

  /// Nil where the log ends before.
  private static func tail(of log: any ByteSource, before size: Int) throws -> [UInt8]? {
    let start = max(0, size - tailLength)
    var bytes = [UInt8](repeating: 0, count: size - start)
    let isWhole = try bytes.withUnsafeMutableBytes { try log.readFully(at: start, into: $0) }
    return isWhole ? bytes : nil
  }
}
