import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import SystemPackage

/// The target of an export: a file that appears when it is complete, or standard output.
struct ExportTarget {
  private let session: StoreSession
  /// Nil for standard output.
  let path: FilePath?

  /// - Throws: ``CommandFailure`` for a target that cannot be written to, before anything is read.
  init(
    _ output: String?, mayOverwrite: Bool, _ session: StoreSession, isText: Bool
  ) throws {
    self.session = session
    guard let output, output != "-" else {
      path = nil
      if !isText, session.context.terminals.output {
        throw CommandFailure.usage("this format is not text; give -o FILE")
      }
      return
    }
    guard !output.isEmpty else {
      throw CommandFailure.usage(
        "the name of the file to write is empty; give one, or - for standard output")
    }
    let path = FilePath(output)
    self.path = path
    if session.store.open.context.layout.holdsOwnFile(at: path) {
      throw CommandFailure.usage(
        "\(output) is a place for the store's own files; give a name elsewhere")
    }
    guard let kind = Self.kind(of: path) else { return }
    if kind != .typeRegular {
      throw CommandFailure(ExitStatus.cannotWrite, Self.refusal(of: kind, output))
    }
    if !mayOverwrite {
      throw CommandFailure.usage("\(output) already exists; give --yes to overwrite it")
    }
  }

  /// A file is written beside its place and then renamed, which would replace a link or a device instead
  /// of writing through it.
  private static func refusal(of kind: FileAttributeType, _ output: String) -> String {
    switch kind {
    case .typeDirectory: "\(output) is a folder; give the name of a file"
    case .typeSymbolicLink: "\(output) is a link; give the name of a file"
    default: "\(output) is not a file; give another name, or - for standard output"
    }
  }

  /// Returns nil if there is nothing.
  private static func kind(of path: FilePath) -> FileAttributeType? {
    // A file that cannot be inspected counts as missing; the write then fails with the reason.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
    return attributes?[.type] as? FileAttributeType
  }
}

// MARK: - Writing

extension ExportTarget {
  /// Runs `body` with a sink for its bytes. A file gets all of them or stays as it was.
  func write<Result>(_ body: (ByteSink) throws -> Result) throws -> Result {
    if let path { return try writeFile(path, body) }
    // A file or another program gets every byte; on a terminal, foreign text is escaped.
    let escaped = session.context.terminals.output ? EscapedOutput(session.output) : nil
    let sink = ByteSink { block in
      if let escaped { try escaped.write(block) } else { try session.output.write(bytes: block) }
    }
    let result = try body(sink)
    try sink.flush()
    try escaped?.finish()
    return result
  }

  private func writeFile<Result>(
    _ path: FilePath, _ body: (ByteSink) throws -> Result
  ) throws -> Result {
    let temporary = FilePath("\(path.string).\(UUID().uuidString).part")
    let watch = EndWatch(session.context) { unlink(temporary.string) }
    defer { watch.end() }
    do {
      let file = try watch.step {
        try FileDescriptor.open(
          temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: [.ownerReadWrite, .groupRead, .otherRead])
      }
      let result = try file.closeAfter {
        let sink = ByteSink { try file.writeAll($0) }
        let result = try body(sink)
        try sink.flush()
        return result
      }
      try watch.step { try FileManager.default.replace(path, by: temporary) }
      return result
    } catch {
      // The failure is what matters; if the file could not be created, there is none to remove.
      try? FileManager.default.removeItem(atPath: temporary.string)
      guard let code = error as? Errno else { throw error }
      throw CommandFailure(
        ExitStatus.cannotWrite,
        "\(path.string) cannot be written (\(code)); check the folder and its permissions")
    }
  }

  /// Reports what was written, unless it went to standard output.
  ///
  /// - Parameter summary: what is in the file; nil if there is no more to say.
  func report(_ summary: TerminalText? = nil) throws {
    guard let path else { return }
    let name = session.paint(TerminalText(path.string))
    try session.output.writeLine("Wrote \(name)\(summary.map { ": \($0)" } ?? "").")
  }
}

extension FileManager {
  /// Replaces a file by renaming, so that readers see either the old file or the new one.
  fileprivate func replace(_ path: FilePath, by temporary: FilePath) throws {
    guard rename(temporary.string, path.string) == 0 else { throw Errno(rawValue: errno) }
  }
}
