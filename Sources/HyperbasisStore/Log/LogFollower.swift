import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels
import SystemPackage

/// Watches a space's log, and reports what is appended. Looks only while somebody listens.
package struct LogFollower: Sendable {
  private let space: OpenSpace
  /// The file that was read; `offset` is where the last line that was read ends. It is kept open: it may
  /// be appended to and moved away between two looks.
  private var file: (bytes: LogBytes, identity: FileStatus)?
  private var offset = 0
  /// The last line that holds an event, by which to find the place again if the log is rewritten: a
  /// repair takes damaged lines out, but never an event.
  private var lastEvent: [UInt8] = []

  private static let interval = Duration.milliseconds(250)

  /// Starts at the current end of the log.
  package init(_ space: OpenSpace) {
    self.space = space
    space.departures.addListener()
    // A log that cannot be opened now is tried again at every look.
    guard let (source, status) = try? open() else { return }
    file = (source, status)
    offset = status.size
    // If the end of the last line cannot be found, it starts where the file ends.
    guard let end = try? source.end(before: status.size, isEvent: { event(in: $0) != nil }) else {
      return
    }
    (offset, lastEvent) = (end.offset, end.lastEvent)
  }

  /// Reports events until the task is cancelled or the log is gone.
  @concurrent package func run(_ continuation: AsyncStream<HBAnchorEvent>.Continuation) async {
    var follower = self
    while !Task.isCancelled {
      // What cannot be read now may be readable at the next look.
      let isThere = (try? follower.look { continuation.yield($0) }) ?? true
      // Cancelled: nobody is listening any more.
      guard isThere, (try? await Task.sleep(for: Self.interval)) != nil else { break }
    }
    space.departures.removeListener()
    continuation.finish()
  }

  /// Reports what was appended since the last look.
  ///
  /// - Returns: false if the log was there and is gone.
  mutating func look(_ tell: (HBAnchorEvent) -> Void) throws -> Bool {
    guard let (source, status) = try open() else {
      guard let last = file?.bytes ?? space.departures.log else { return true }
      try readRest(of: last, tell)
      return false
    }
    let former = file.flatMap { $0.identity.isSameFile(as: status) ? nil : $0.bytes }
    if let former { try readRest(of: former, tell) }
    if former != nil || status.size < offset {
      offset = lastEvent.isEmpty ? 0 : try source.end(ofLine: lastEvent) ?? status.size
    }
    file = (source, status)
    try read(source, status, tell)
    return true
  }

  /// Reports what was still appended to a file that is no longer the log.
  private mutating func readRest(
    of source: LogBytes, _ tell: (HBAnchorEvent) -> Void
  ) throws {
    try read(source, space.context.files.status(of: source.file), tell)
  }

  private mutating func read(
    _ source: LogBytes, _ status: FileStatus, _ tell: (HBAnchorEvent) -> Void
  ) throws {
    guard status.size > offset else { return }
    var splitter = LineSplitter(offset: offset)
    // A line without its newline may still be in the middle of a write: it is reported once complete.
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
  }

  /// Returns the events of the lines that count: of several with the same id only one does, which may
  /// be an older one.
  ///
  /// - Parameter file: the file that the lines are in.
  private func counting(
    _ found: [(offset: Int, event: HBAnchorEvent)], in file: FileStatus
  ) -> [HBAnchorEvent] {
    guard !found.isEmpty else { return [] }
    let isCounted = try? space.withLog(listing: nil, looksAnew: true) { log in
      // Offsets in another file say nothing about these lines.
      guard let identity = log.identity, identity.isSameFile(as: file) else { return [Bool]() }
      return found.map { line in
        // An event that the index does not know is reported rather than lost.
        log.index.ordinal(ofEvent: line.event.id).flatMap(log.index.lineRange)
          .map { $0.lowerBound == line.offset } ?? true
      }
    }
    guard let isCounted, !isCounted.isEmpty else { return found.map(\.event) }
    return zip(found, isCounted).compactMap { $1 ? $0.event : nil }
  }

  /// Opens the log, and returns it with the status of this very file: its path may name another one
  /// than a moment before. Nil if there is no log.
  private func open() throws -> (LogBytes, FileStatus)? {
    guard let source = try space.context.openLog(of: space.spaceId) else { return nil }
    return (source, try space.context.files.status(of: source.file))
  }

  private func event(in line: [UInt8]) -> HBAnchorEvent? {
    // A line that is not an event is not reported.
    try? LogLine.decode(line, spaceId: space.spaceId).event
  }
}

extension LogBytes {
  /// Finds where the last whole line of the first `size` bytes ends, and the last line that is an
  /// event; reads backwards, as far as it takes.
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

  /// Returns the offset after a line and its newline; nil if there is no such line.
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
