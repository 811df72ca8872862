import Foundation
import Testing

/// A page on disk, which is removed with this object.
final class ExportedPage {
  let file: URL

  init(_ bench: Workbench, _ options: [String] = []) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appending(path: "page.html")
    let outcome = bench.run(["export", "-o", file.path] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

  func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
