import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels
import SystemPackage

/// Watches a space's log, and tells what is appended. Only looks while somebody listens.
package struct LogFollower: Sendable {
  private let space: OpenSpace
  /// Which file was read, and up to which line's end.
  private var identity: FileStatus?
  private var offset = 0
  /// The last line that holds an event, to find the place again when the log is rewritten: a
  /// repair takes damaged lines out, but never an event.
  private var lastEvent: [UInt8] = []

  private static let interval = Duration.milliseconds(250)

  /// Starts at the present end of the log.
  package init(_ space: OpenSpace) {
    self.space = space
    // What cannot be opened now is looked for at every look.
    guard let (source, status) = try? open() else { return }
    (identity, offset) = (status, status.size)
    // Without an end to start from, it starts where the log ends.
    guard let end = try? source.end(before: status.size, isEvent: { event(in: $0) != nil }) else {
      return
    }
    (offset, lastEvent) = (end.offset, end.lastEvent)
  }

  /// Tells until the task is cancelled or the log is gone.
  @concurrent package func run(_ continuation: AsyncStream<HBAnchorEvent>.Continuation) async {
    var follower = self
    while !Task.isCancelled {
      // What cannot be read now may be at the next look.
      let isThere = (try? follower.look { continuation.yield($0) }) ?? true
      // Cancelled: nobody listens any more.
      guard isThere, (try? await Task.sleep(for: Self.interval)) != nil else { break }
    }
    continuation.finish()
  }

  /// Tells what was appended since the last look.
  ///
  /// - Returns: false when the log was there and is gone.
  mutating func look(_ tell: (HBAnchorEvent) -> Void) throws -> Bool {
    guard let (source, status) = try open() else { return identity == nil }
    if let identity, !identity.isSameFile(as: status) || status.size < offset {
      offset = lastEvent.isEmpty ? 0 : try source.end(ofLine: lastEvent) ?? status.size
    }
    identity = status
    guard status.size > offset else { return true }
    var splitter = LineSplitter(offset: offset)
    // A line without its newline may still be being written: it is told when that is there.
    try source.forEachPiece(from: offset) { piece in
      var found: [(offset: Int, event: HBAnchorEvent)] = []
      try splitter.add(piece) { line in
        offset = line.offset + line.length + 1
        guard !line.isCut, let event = event(in: line.bytes) else { return }
        lastEvent = line.bytes
        found.append((line.offset, event))
      }
      for event in counting(found, in: status) { tell(event) }
    }
    return true
  }

  /// The events of lines that count: of several with one id only one does, which may be an older one.
  ///
  /// - Parameter file: the file that the lines are in.
  private func counting(
    _ found: [(offset: Int, event: HBAnchorEvent)], in file: FileStatus
  ) -> [HBAnchorEvent] {
    guard !found.isEmpty else { return [] }
    let isCounted = try? space.withLog(listing: nil, looksAnew: true) { log in
      // Places in another file say nothing of these lines.
      guard let identity = log.identity, identity.isSameFile(as: file) else { return [Bool]() }
      return found.map { line in
        // One of which nothing is known is told rather than lost.
        log.index.ordinal(ofEvent: line.event.id).flatMap(log.index.lineRange)
          .map { $0.lowerBound == line.offset } ?? true
      }
    }
    guard let isCounted, !isCounted.isEmpty else { return found.map(\.event) }
    return zip(found, isCounted).compactMap { $1 ? $0.event : nil }
  }

  /// The log and what is known of this very file: by the time it is opened, its path may name
  /// another one than a moment before. Nil where there is no log.
  private func open() throws -> (LogBytes, FileStatus)? {
    guard let source = try space.context.openLog(of: space.spaceId) else { return nil }
    return (source, try space.context.files.status(of: source.file))
  }

  private func event(in line: [UInt8]) -> HBAnchorEvent? {
    // A line that is not an event is told to nobody.
    try? LogLine.decode(line, spaceId: space.spaceId).event
  }
}

extension LogBytes {
  /// Where the last whole line of the first `size` bytes ends, and the last one that is an event;
  /// read backwards, as far as it takes.
  fileprivate func end(
    before size: Int, isEvent: ([UInt8]) -> Bool
  ) throws -> (offset: Int, lastEvent: [UInt8]) {
    var length = min(size, 1 << 16)
    while true {
      let bytes = try bytes(size - length..<size)
      // What stands before the first newline may be the end of a longer line.
      var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
      let fragment = lines.removeLast()
      if length < size, !lines.isEmpty { lines.removeFirst() }
      let event = lines.last { isEvent(Array($0)) }
      if event != nil || length == size { return (size - fragment.count, Array(event ?? [])) }
      length = min(size, length * 4)
    }
  }

  /// The offset behind a line and its newline; nil where there is no such line.
  fileprivate func end(ofLine wanted: [UInt8]) throws -> Int? {
    guard !wanted.isEmpty else { return nil }
    var result: Int?
    var splitter = LineSplitter()
    try forEachPiece { piece in
      try splitter.add(piece) { line in
        if line.bytes == wanted { result = line.offset + line.length + 1 }
      }
    }
    return result
  }
}
