import Foundation
import Hyperbasis
import HyperbasisCanvas

/// A folder that appears only when all of its files are in it.
struct ExportFolder {
  private let target: URL
  private let temporary: URL

  private let context: CommandContext

  init(_ path: String, _ context: CommandContext) throws {
    self.context = context
    target = URL(filePath: path, directoryHint: .isDirectory)
    guard !FileManager.default.fileExists(atPath: target.path) else {
      throw CommandFailure.usage("\(path) already exists; name a folder that does not")
    }
    temporary = target.deletingLastPathComponent().appending(
      path: "\(target.lastPathComponent).\(UUID().uuidString).part", directoryHint: .isDirectory)
  }

  func write<Result>(_ body: (@escaping (String, Data) throws -> Void) throws -> Result) throws
    -> Result
  {
    let watch = EndWatch(context) { [temporary] in
      // The program is ending, so a failure cannot be reported.
      try? FileManager.default.removeItem(at: temporary)
    }
    defer { watch.end() }
    do {
      // Without the folders above it: a mistyped path must not create a tree.
      try watch.step {
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
      }
      let result = try body { path, content in
        let file = temporary.appending(path: path)
        try watch.step {
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try content.write(to: file)
        }
      }
      try watch.step { try FileManager.default.moveItem(at: temporary, to: target) }
      return result
    } catch {
      // The failure is what matters; an unfinished folder is of no use.
      try? FileManager.default.removeItem(at: temporary)
      guard error is CocoaError else { throw error }
      throw CommandFailure(
        ExitStatus.cannotWrite,
        "\(target.path) cannot be written; check the folder above it and its permissions")
    }
  }
}
