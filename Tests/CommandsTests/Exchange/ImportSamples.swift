import Foundation

/// One of the samples of `Tests/ExchangeTests/Samples`: files, the command that imports them, and what a
/// formerly empty store must then contain.
struct ImportSample {
  let folder: URL
  let expected: [String: Any]

  init(_ name: String) throws {
    folder = Self.root.appending(path: name)
    let data = try Data(contentsOf: folder.appending(path: "expected.json"))
    expected = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "ExchangeTests/Samples")

  static let names: [String] = {
    let entries = try? FileManager.default.contentsOfDirectory(atPath: root.path)
    return (entries ?? []).filter { $0.first?.isNumber ?? false }.sorted()
  }()

  /// The words of each command after the program's name, with the full paths of files.
  var commands: [[String]] {
    (expected["command"] as? [String] ?? []).map { line in
      Self.words(line).dropFirst().flatMap { word -> [String] in
        if word.contains("*") { return files(matching: word) }
        let file = folder.appending(path: word)
        return [FileManager.default.fileExists(atPath: file.path) ? file.path : word]
      }
    }
  }

  private func files(matching pattern: String) -> [String] {
    let parts = pattern.components(separatedBy: "*")
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.filter { $0.hasPrefix(parts[0]) && $0.hasSuffix(parts[parts.count - 1]) }
      .sorted().map { folder.appending(path: $0).path }
  }

  /// Returns the words of a line in which only single quotes have a meaning.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (number, part) in line.components(separatedBy: "'").enumerated() {
      if number % 2 == 1 {
        words[words.count - 1] += part
      } else {
        let pieces = part.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if words.isEmpty { words = [""] }
        words[words.count - 1] += pieces[0]
        words += pieces.dropFirst()
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
