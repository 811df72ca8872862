import HyperbasisAnchorLog

/// The last bytes before the end that a log had when it was read. They show whether it has only grown
/// since.
///
/// A program that overwrites a log in place shifts its lines. A change below that end which shifts no
/// bytes at it goes unnoticed; a reader that then finds a line other than the indexed one gets an error.
/// The file's date shows nothing: during an append it is newer already, while the size is as before.
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

  /// Whether a log that has `size` bytes, and is no shorter, still begins with what was read.
  func isPart(of log: any ByteSource, _ size: Int) throws -> Bool {
    try size == self.size || Self.tail(of: log, before: self.size) == tail
  }

  /// Returns nil if the log ends before that.
  private static func tail(of log: any ByteSource, before size: Int) throws -> [UInt8]? {
    let start = max(0, size - tailLength)
    var bytes = [UInt8](repeating: 0, count: size - start)
    let isWhole = try bytes.withUnsafeMutableBytes { try log.readFully(at: start, into: $0) }
    return isWhole ? bytes : nil
  }
}
