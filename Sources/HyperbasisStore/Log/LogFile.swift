import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
package import SystemPackage

/// The append path: the only way for events to reach a log. To be used under the space's lock.
struct LogFile: Sendable {
  let path: FilePath
  let files: any FileSystem

  /// Appends whole lines, each ending in a newline, in one write; they are not flushed yet.
  ///
  /// A fragment that a dead writer left without a newline is ended first, so that it spoils no
  /// line but its own. What was written is taken back if the rest cannot be written.
  ///
  /// - Returns: where in the log the new bytes lie.
  func append(_ lines: [UInt8], to log: OpenFile) throws(FileError) -> Range<Int> {
    let start = try files.status(of: log).size
    let isFragment = try endsInFragment(log, size: start)
    let bytes = isFragment ? [0x0a] + lines : lines
    let range = start..<start + bytes.count
    do {
      try files.writeAll(log, bytes)
      return range
    } catch {
      takeBack(range, of: log)
      throw error
    }
  }

  /// Cuts the log back to where a failed append began, so that an error means that nothing was
  /// saved, and the next attempt writes all of it again.
  func takeBack(_ range: Range<Int>, of log: OpenFile) {
    // Another program that does not know the lock may have appended to it.
    // The write has failed already, and that is what is reported.
    guard let size = try? files.status(of: log).size, size <= range.upperBound else { return }
    // The first failure is the one to report. Should this fail as well, a fragment has no newline
    // and the next writer ends it.
    DiagnosticLog.store.attempt("cut back a log") {
      try files.truncate(log, to: range.lowerBound)
    }
  }

  private func endsInFragment(_ log: OpenFile, size: Int) throws(FileError) -> Bool {
    guard size > 0 else { return false }
    var last = [UInt8](repeating: 0, count: 1)
    var span = last.mutableSpan
    let count = try span.withUnsafeMutableBytes { (buffer) throws(FileError) in
      try files.read(log, at: size - 1, into: buffer)
    }
    return count == 1 && last[0] != 0x0a
  }

  /// Creates an empty log with the directories above it. Nothing is flushed.
  func create() throws(FileError) -> OpenFile {
    try files.createDirectories(path.removingLastComponent())
    return try files.open(path, .appendNew)
  }

  /// The directories whose entries lead to the log, the innermost first.
  var directories: [FilePath] {
    let folder = path.removingLastComponent()
    let events = folder.removingLastComponent()
    return [folder, events, events.removingLastComponent()]
  }
}

/// Where a log lies, and its status when it was looked at.
package struct LogPlace: Sendable {
  package let path: FilePath
  /// Nil if there is no log.
  package let status: FileStatus?
}
