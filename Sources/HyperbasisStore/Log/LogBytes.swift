import HyperbasisAnchorLog
package import SystemPackage

/// The bytes of a log, or of another file, read through the file system's seam.
package struct LogBytes: ByteSource {
  let file: OpenFile
  let files: any FileSystem

  package init(file: OpenFile, files: any FileSystem) {
    self.file = file
    self.files = files
  }

  package init(_ path: FilePath, _ files: any FileSystem) throws(FileError) {
    self.init(file: try files.open(path, .read), files: files)
  }

  package func size() throws -> Int { try files.status(of: file).size }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try files.read(file, at: offset, into: buffer)
  }
}

extension LogBytes {
  package func bytes(_ range: Range<Int>) throws -> [UInt8] {
    // The last line of a log may lack the newline that its range includes.
    let end = min(range.upperBound, try size())
    var bytes = [UInt8](repeating: 0, count: max(0, end - range.lowerBound))
    let isWhole = try bytes.withUnsafeMutableBytes { try readFully(at: range.lowerBound, into: $0) }
    guard isWhole else { throw LogError.lineChanged(offset: range.lowerBound) }
    return bytes
  }

  /// Calls `body` with the bytes from an offset on, at most a mebibyte at a time.
  ///
  /// - Parameter end: nil for the end of the file, wherever that is by then.
  /// - Throws: ``LogError/lineChanged(offset:)`` if the file ends before that.
  package func forEachPiece(
    from start: Int = 0, to end: Int? = nil, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(0, min((end ?? .max) - start, 1 << 20)), alignment: 16)
    defer { buffer.deallocate() }
    var offset = start
    while offset < end ?? .max {
      let wanted = min(buffer.count, (end ?? .max) - offset)
      let count = try read(
        at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      if count == 0 {
        guard end == nil else { throw LogError.lineChanged(offset: offset) }
        return
      }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }

  /// Calls `body` with each line, including a last one without a newline.
  func forEachLine(_ body: (RawLine) throws -> Void) throws {
    var splitter = LineSplitter()
    try forEachPiece { try splitter.add($0, body) }
    try splitter.finish(body)
  }
}
