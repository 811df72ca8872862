import Foundation
import SystemPackage

/// Watches a space's log, and tells what is appended. Only looks while somebody listens.
struct LogFollower: Sendable {
  private let spaceId: UUID
  private let context: StoreContext
  /// How far the log was read, and which file it was.
  private var offset = 0
  private var identity: FileStatus?
  /// The last line told, to find the place again when the log is rewritten.
  private var lastLine: [UInt8] = []

  private static let interval = Duration.milliseconds(250)

  /// Starts at the present end of the log.
  init(spaceId: UUID, context: StoreContext) {
    self.spaceId = spaceId
    self.context = context
    if let status = try? context.log(of: spaceId).status {
      (identity, offset) = (status, status.size)
    }
  }

  /// Tells until the task is cancelled or the log is gone.
  @concurrent func run(_ continuation: AsyncStream<HBAnchorEvent>.Continuation) async {
    var follower = self
    while !Task.isCancelled {
      // What cannot be read now may be at the next look.
      let isThere = (try? follower.look { continuation.yield($0) }) ?? true
      guard isThere, (try? await Task.sleep(for: Self.interval)) != nil else { break }
    }
    continuation.finish()
  }

  /// - Returns: false when the log was there and is gone.
  private mutating func look(_ tell: (HBAnchorEvent) -> Void) throws -> Bool {
    let (path, status) = try context.log(of: spaceId)
    guard let status else { return identity == nil }
    let source = LogBytes(file: try context.files.open(path, .read), files: context.files)
    if let identity, !identity.isSameFile(as: status) || status.size < offset {
      offset = try source.end(ofLine: lastLine) ?? status.size
    }
    identity = status
    guard status.size > offset else { return true }
    var splitter = LineSplitter(offset: offset)
    // A line without its newline may still be being written: it is told when that is there.
    try source.forEachPiece(from: offset) { piece in
      try splitter.add(piece) { line in
        offset = line.offset + line.bytes.count + 1
        lastLine = line.bytes
        if let event = try? LogLine.decode(line.bytes, spaceId: spaceId).event { tell(event) }
      }
    }
    return true
  }
}

extension LogBytes {
  /// The offset behind a line and its newline; nil where there is no such line.
  fileprivate func end(ofLine wanted: [UInt8]) throws -> Int? {
    guard !wanted.isEmpty else { return nil }
    var result: Int?
    var splitter = LineSplitter()
    try forEachPiece(from: 0) { piece in
      try splitter.add(piece) { line in
        if line.bytes == wanted { result = line.offset + line.bytes.count + 1 }
      }
    }
    return result
  }
}
