import HyperbasisDiagnostics
import HyperbasisHTTP
import HyperbasisStore
import SystemPackage

/// A file that is sent as a body, and removed afterwards if it was made for that.
///
/// Foundation holds bodies in memory twice over, and those of ended requests for a while; a file is read
/// while it is sent. Only whole files can be sent, so a range of one becomes a file of its own.
struct HTTPFilePart: Sendable {
  let path: FilePath
  fileprivate let isCopy: Bool
  fileprivate let files: any FileSystem

  func remove() {
    // A file that remains is removed with the folder of transfers.
    if isCopy { DiagnosticLog.sync.attempt("remove \(path)") { try files.removeFile(path) } }
  }
}

extension HTTPRequest {
  /// Returns the file to send; nil if the body is not a file.
  func filePart(_ files: any FileSystem) throws(HTTPFailure) -> HTTPFilePart? {
    guard case .file(let path, let range)? = body else { return nil }
    do {
      let file = try files.open(path, .read)
      if try files.status(of: file).size == range.count {
        return HTTPFilePart(path: path, isCopy: false, files: files)
      }
      let copy = path.temporarySibling()
      let target = try files.open(copy, .createNew)
      try LogBytes(file: file, files: files).forEachPiece(
        from: range.lowerBound, to: range.upperBound
      ) { try files.writeAll(target, $0) }
      return HTTPFilePart(path: copy, isCopy: true, files: files)
    } catch {
      // Any error that is not one of the file system: the file ends before the range does.
      throw .file(error as? FileError ?? FileError(.read, path, .ioError))
    }
  }
}
