import Foundation
package import HyperbasisStore
import Synchronization
package import SystemPackage

/// A file to which a download is appended, so that it goes on where it stopped after an interruption.
package final class HTTPSink: Sendable {
  private let file: OpenFile
  private let files: any FileSystem
  private let state = Mutex(0)

  /// Creates the file.
  package init(_ path: FilePath, _ files: any FileSystem) throws(FileError) {
    file = try files.open(path, .createNew)
    self.files = files
  }

  /// How many bytes have come.
  package var byteCount: Int { state.withLock { $0 } }

  func write(_ data: Data) throws(FileError) {
    try files.writeAll(file, data)
    state.withLock { $0 += data.count }
  }
}
