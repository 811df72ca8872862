import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

/// Where damaged bytes go: the pieces of each file in a file of their own, each with a line in
/// `records.jsonl` that says where it came from and why.
struct Quarantine {
  let context: StoreContext

  /// Moves a whole file.
  ///
  /// - Returns: the path that it has now, relative to the store.
  func take(_ path: FilePath, _ problem: HBStoreProblem) throws -> String {
    let target = try place()
    try record(problem, stored: target, offset: 0, length: context.files.status(at: path)?.size)
    try context.files.rename(path, to: target)
    try context.files.synchronizeMoves(
      from: path.removingLastComponent(), to: context.layout.quarantine)
    return context.layout.relative(target)
  }

  /// Copies pieces of a file, all into one file, and returns its path when they are on the device.
  func copy(
    _ pieces: [(bytes: Range<Int>, problem: HBStoreProblem)], of source: LogBytes
  ) throws -> String {
    let target = try place()
    let file = try context.files.open(target, .createNew)
    var stored = 0
    for piece in pieces {
      // The last line of a log may lack the newline that its range includes.
      let end = min(piece.bytes.upperBound, try source.size())
      // The damage may be large, so it is never held in memory as a whole.
      try source.forEachPiece(from: piece.bytes.lowerBound, to: end) {
        try context.files.writeAll(file, $0)
      }
      let length = max(0, end - piece.bytes.lowerBound)
      try record(piece.problem, stored: target, offset: stored, length: length)
      stored += length
    }
    try context.files.synchronize(file)
    try context.files.synchronizeDirectory(context.layout.quarantine)
    return context.layout.relative(target)
  }

  private func place() throws -> FilePath {
    try context.createOwnDirectory(context.layout.quarantine)
    return context.layout.quarantine.appending("\(context.makeUUID().uuidString).bytes")
  }

  private func record(
    _ problem: HBStoreProblem, stored: FilePath, offset: Int, length: Int?
  ) throws {
    var members: [String: AnyCodableValue] = [
      "at": .string(context.clock().rfc3339Text), "file": .string(problem.file),
      "kind": .string(problem.kind.rawValue), "stored": .string(context.layout.relative(stored)),
      "storedOffset": .int(offset),
    ]
    members["offset"] = problem.offset.map { .int($0) }
    members["line"] = problem.line.map { .int($0) }
    members["length"] = length.map { .int($0) }
    let line = try JSONWriter.data(.dictionary(members)) + Data([0x0a])
    let path = context.layout.quarantine.appending("records.jsonl")
    let isNew = try context.files.status(at: path) == nil
    let file = try context.files.open(path, isNew ? .appendNew : .append)
    try context.files.writeAll(file, line)
    try context.files.synchronize(file)
  }
}
