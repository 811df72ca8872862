import Hyperbasis
import SystemPackage
import Testing

@testable import HyperbasisStore

struct FileErrorTests {
  /// A line of 100 columns shows the reason, however long the path is.
  @Test func `the reason stands before the path`() throws {
    let path = FilePath("/tmp/" + String(repeating: "folder/", count: 20) + "events.jsonl")
    let error = FileError(.write, path, .noSpace)
    let text = try #require(HBStorageError.fileSystemError(underlying: error).errorDescription)
    #expect(text.prefix(100).contains("No space left on device"), "\(text)")
    #expect(text.contains("events.jsonl could not be written"))
  }
}
