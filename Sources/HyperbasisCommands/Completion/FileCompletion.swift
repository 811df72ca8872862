import Foundation

/// Files and folders that a word may name.
struct FileCompletion {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Nobody could look through more.
  private static let limit = 1000
}

extension FileCompletion {
  /// - Parameter typed: the beginning of a path; no shell has expanded a tilde in it.
  func files(_ typed: String, directoriesOnly: Bool) -> [CompletionCandidate] {
    let end = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (folder, beginning) = (String(typed[..<end]), typed[end...])
    let path = HomePath.expanded(folder.isEmpty ? "." : folder, home: context.homeDirectory)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return
      names.filter { $0.hasPrefix(beginning) && (!$0.hasPrefix(".") || beginning.hasPrefix(".")) }
      .sorted().prefix(Self.limit)
      .compactMap { name in
        var isDirectory: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
        guard isDirectory.boolValue || !directoriesOnly else { return nil }
        return CompletionCandidate(folder + name + (isDirectory.boolValue ? "/" : ""))
      }
  }
}
