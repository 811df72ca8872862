import Foundation
import Hyperbasis
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore
import Testing

struct BookmarkFileTests {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "hyperbasis-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
  private let space = UUID()

  private var store: HBLocalStore { HBLocalStore(baseDirectory: directory, actor: "mara") }
  private var file: URL { directory.appending(path: ".hyperbasis/bookmarks.json") }

  private func clean() { try? FileManager.default.removeItem(at: directory) }

  private func add(_ note: String, at seconds: Int64, to space: UUID? = nil) throws {
    let bookmarks = store.bookmarks
    let instant = HBInstant(microseconds: seconds * 1_000_000)
    _ = try bookmarks.add(bookmarks.make(note, at: instant, spaceId: space ?? self.space))
  }

  @Test func bookmarksAreKeptInOrderForEachSpace() throws {
    defer { clean() }
    #expect(try store.bookmarks.load().isEmpty)
    try add("second", at: 20)
    try add("first", at: 10)
    try add("elsewhere", at: 15, to: UUID())
    let own = try store.bookmarks.load(spaceId: space)
    #expect(own.map(\.note) == ["first", "second"])
    #expect(own.map(\.actor) == ["mara", "mara"])
    #expect(try store.bookmarks.load().map(\.note) == ["first", "elsewhere", "second"])
    #expect(try store.bookmarks.remove(own[0]).map(\.note) == ["second"])
    #expect(try store.bookmarks.remove(own[0]).map(\.note) == ["second"])
  }

  @Test func whatALaterVersionWroteStays() throws {
    defer { clean() }
    try add("known", at: 10)
    let known = try String(contentsOf: file, encoding: .utf8)
    let list = known.replacing("[{", with: #"[{"kind":"range","from":1,"#, maxReplacements: 1)
      .replacing(#""note":"known""#, with: #""notes":"unknown""#)
    try list.write(to: file, atomically: true, encoding: .utf8)
    try add("new", at: 20)
    #expect(try store.bookmarks.load().map(\.note) == ["new"])
    #expect(try String(contentsOf: file, encoding: .utf8).contains(#""notes":"unknown""#))
  }

  @Test func aDamagedFileIsNeverWrittenOver() throws {
    defer { clean() }
    try add("known", at: 10)
    for damage in ["[{", "{}", "\u{0}"] {
      try damage.write(to: file, atomically: true, encoding: .utf8)
      #expect(throws: HBStorageError.self) { try add("new", at: 20) }
      #expect(throws: HBStorageError.self) { try store.bookmarks.load() }
      #expect(try String(contentsOf: file, encoding: .utf8) == damage)
      let report = try store.verifier.verify()
      #expect(report.problems.map(\.kind) == [.badFile])
    }
    #expect(try store.verifier.repair().problems.count == 1)
    try add("new", at: 20)
    #expect(try store.bookmarks.load().map(\.note) == ["new"])
  }

  @Test func severalAddAtOnce() async throws {
    defer { clean() }
    try await withThrowingTaskGroup { group in
      for number in 0..<20 { group.addTask { try add("note \(number)", at: Int64(number)) } }
      try await group.waitForAll()
    }
    #expect(try store.bookmarks.load().map(\.note) == (0..<20).map { "note \($0)" })
  }
}
