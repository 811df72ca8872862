import Foundation
import Hyperbasis
import Testing

/// What errors say to a reader who sees only the sentence.
@Suite struct ErrorTextTests {
  private let folder: TemporaryStore
  private let storage: HBStorage

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: folder.open())
  }

  private func text(of body: () async throws -> Void) async -> String {
    do {
      try await body()
      return ""
    } catch {
      return error.localizedDescription
    }
  }

  /// Trying again would never help.
  @Test func `an anchor saved under a space that is not its own is to have a new id`() async throws
  {
    let anchor = HBAnchor.sample(UUID())
    try await storage.save(anchor)
    let copy = HBAnchor.sample(UUID(), id: anchor.id)
    let expected =
      "The change conflicts with what is stored. Nothing was written. If an anchor was saved under a "
      + "space that is not its own, or under two spaces, give the copy a new id; if somebody else "
      + "changed the space in the meantime, check its new state and try again."
    #expect(await text { try await storage.save(copy) } == expected)
    let other = HBAnchor.sample(UUID())
    let pair = [other, .sample(UUID(), id: other.id)]
    #expect(await text { try await storage.save(pair) } == expected)
  }

  @Test func `a date that is not a number is named, and not called a failure to write`() async {
    let date = Date(timeIntervalSince1970: .nan)
    #expect(
      await text { _ = try await storage.diff(spaceId: UUID(), from: .now, to: date) }
        == "The date \"to\" is not a number, so nothing can be found at it. Nothing was changed; "
        + "give a valid date.")
  }

  @Test(arguments: ["no JSON", "{\"id\":1}", "mapless"])
  func `a space's damaged file is named`(content: String) async throws {
    let id = UUID()
    let file = "spaces/\(id.uuidString).json"
    let text =
      """
      {"id":"\(id.uuidString)","worldMapData":"?","createdAt":"2024-01-01T00:00:00Z"}
      """
    try folder.write(file, content == "mapless" ? text : content)
    let said = await self.text { _ = try await storage.loadSpace(id: id) }
    #expect(said.hasPrefix("\(file) cannot be read: it"), "\(said)")
    #expect(said.hasSuffix("Correct it, or repair the store, which keeps every byte."), "\(said)")
  }

  @Test func `an operation of which nothing is left is not one that never was`() async throws {
    let anchor = HBAnchor.sample(UUID())
    try await storage.save(anchor)
    let operation = try #require(try await storage.operations(spaceId: anchor.spaceId).first)
    try await storage.deleteAnchor(id: anchor.id)
    let said = await text {
      _ = try await storage.plan(.undoOperation(operation.id), spaceId: anchor.spaceId)
    }
    #expect(
      said
        == "There is nothing to undo: no operation was made, all are already undone, or nothing is "
        + "left of what they changed. A redo takes an undo back.")
  }

  @Test func `data that are no world map are not called one`() async {
    let said = await text { _ = try HBCompression.decompress(Data("no stream".utf8)) }
    #expect(said.hasPrefix("The data could not be decompressed ("), "\(said)")
  }

  @Test func `what stands in brackets begins in lower case`() throws {
    struct Sentence: LocalizedError {
      var errorDescription: String? { "It is not JSON at byte 0." }
    }
    #expect(
      HBStorageError.encodingFailed(underlying: Sentence()).errorDescription
        == "The data could not be encoded (it is not JSON at byte 0). Nothing was written.")
  }

  /// Pages of errors are often entitled with the status.
  @Test(arguments: [
    ("503", "."), ("503 Service Unavailable", ": Service Unavailable."), ("slow", ": slow."),
    ("5030 rows", ": 5030 rows."),
  ])
  func aStatusIsGivenOnce(message: String, rest: String) {
    let text = HBStorageError.serverError(code: 503, message: message).errorDescription
    #expect(text == "The cloud responded with status 503\(rest) Try again later.")
  }
}
