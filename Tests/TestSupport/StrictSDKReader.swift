package import Foundation

/// Reads a store as SDK 1.1.0 does, by its documented layout and as strictly: whatever the SDK would
/// refuse is an error here.
package struct StrictSDKReader {
  package struct Space: Decodable {
    package let id: UUID
    package let name: String?
    package let createdAt: Date
    package let updatedAt: Date
    package let isCompressed: Bool
  }

  package struct Anchor: Decodable {
    package let id: UUID
    package let spaceId: UUID
    package let transform: [Float]
    package let metadata: [String: Value]
    package let createdAt: Date
    package let updatedAt: Date
    package let deletedAt: Date?
  }

  package struct Event: Decodable {
    package let id: UUID
    package let anchorId: UUID
    package let spaceId: UUID
    package let type: EventType
    package let timestamp: Date
    package let version: Int
    package let transform: [Float]?
    package let metadata: [String: Value]?
    package let actorId: String?
  }

  package enum EventType: String, Decodable { case created, moved, updated, deleted, restored }

  /// Metadata, of which only that they decode matters here.
  package enum Value: Decodable {
    case known

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = .known
      if container.decodeNil() { return }
      let readings: [() throws -> Void] = [
        { _ = try container.decode(Bool.self) }, { _ = try container.decode(Double.self) },
        { _ = try container.decode(String.self) }, { _ = try container.decode([Value].self) },
        { _ = try container.decode([String: Value].self) },
      ]
      for read in readings where (try? read()) != nil { return }
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a JSON value")
    }
  }

  private let folder: URL

  package init(folder: URL) { self.folder = folder }

  private var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    // Whole seconds: this strategy refuses a fraction.
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  private func files(in name: String, ending suffix: String) throws -> [URL] {
    let directory = folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == suffix }
  }

  /// Returns all spaces with the bytes of their world maps; if one lacks its `.bin`, all fail.
  package func spaces() throws -> [(space: Space, map: Data)] {
    try files(in: "spaces", ending: "json").map { file in
      let space = try decoder.decode(Space.self, from: Data(contentsOf: file))
      let map = folder.appending(path: "worldmaps/\(space.id.uuidString).bin")
      return (space, try Data(contentsOf: map))
    }
  }

  package func anchors() throws -> [Anchor] {
    try files(in: "anchors", ending: "json").map {
      try decoder.decode(Anchor.self, from: Data(contentsOf: $0))
    }
  }

  package func events(of space: UUID) throws -> [Event] {
    let log = folder.appending(path: "events/\(space.uuidString)/events.jsonl")
    return try String(contentsOf: log, encoding: .utf8)
      .components(separatedBy: .newlines).filter { !$0.isEmpty }
      .map { try decoder.decode(Event.self, from: Data($0.utf8)) }
  }
}
