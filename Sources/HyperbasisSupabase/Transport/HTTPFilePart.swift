import HyperbasisDiagnostics
import HyperbasisStore
import SystemPackage

/// A file that is sent as a body, and removed afterwards if it was made for that.
///
/// Foundation holds bodies in memory twice over, and those of ended requests for a while; a file
/// it reads as it sends. It sends whole files alone, so a stretch of one becomes a file.
struct HTTPFilePart: Sendable {
  let path: FilePath
  fileprivate let isCopy: Bool
  fileprivate let files: any FileSystem

  func remove() {
    // One that stays goes with the folder of transfers.
    if isCopy { DiagnosticLog.sync.attempt("remove \(path)") { try files.removeFile(path) } }
  }
}

extension HTTPRequest {
  /// The file to send; nil where the body is not a file.
  func filePart(_ files: any FileSystem) throws(HTTPFailure) -> HTTPFilePart? {
    guard case .file(let path, let range)? = body else { return nil }
    do {
      let file = try files.open(path, .read)
      if try files.status(of: file).size == range.count {
        return HTTPFilePart(path: path, isCopy: false, files: files)
      }
      let copy = path.temporarySibling()
      try files.copy(range, of: file, to: copy)
      return HTTPFilePart(path: copy, isCopy: true, files: files)
    } catch {
      throw .file(error)
    }
  }
}

extension FileSystem {
  fileprivate func copy(
    _ range: Range<Int>, of file: OpenFile, to path: FilePath
  ) throws(FileError) {
    let target = try open(path, .createNew)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - offset)
      let count = try read(
        file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      guard count > 0 else { throw FileError(.read, file.path, .ioError) }
      try writeAll(target, UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }
}
