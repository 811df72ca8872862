import Foundation
package import HyperbasisStore
import Synchronization
package import SystemPackage

/// A file that grows by what comes, so that a download that was cut goes on where it stopped.
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
