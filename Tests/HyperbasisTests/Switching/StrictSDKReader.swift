import Foundation

/// Reads a store as SDK 1.1.0 does, by the layout that it documents, and as strictly: what it would
/// refuse is an error here.
struct StrictSDKReader {
  struct Space: Decodable {
    let id: UUID
    let name: String?
    let createdAt: Date
    let updatedAt: Date
    let isCompressed: Bool
  }

  struct Anchor: Decodable {
    let id: UUID
    let spaceId: UUID
    let transform: [Float]
    let metadata: [String: Value]
    let createdAt: Date
    let updatedAt: Date
    let deletedAt: Date?
  }

  struct Event: Decodable {
    let id: UUID
    let anchorId: UUID
    let spaceId: UUID
    let type: EventType
    let timestamp: Date
    let version: Int
    let transform: [Float]?
    let metadata: [String: Value]?
    let actorId: String?
  }

  enum EventType: String, Decodable { case created, moved, updated, deleted, restored }

  /// Metadata, of which it is enough here that they decode.
  enum Value: Decodable {
    case known

    init(from decoder: any Decoder) throws {
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

  let folder: URL

  private var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    // Whole seconds: a fraction is refused.
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

  /// All spaces with the bytes of their world maps; one without its `.bin` fails them all.
  func spaces() throws -> [(space: Space, map: Data)] {
    try files(in: "spaces", ending: "json").map { file in
      let space = try decoder.decode(Space.self, from: Data(contentsOf: file))
      let map = folder.appending(path: "worldmaps/\(space.id.uuidString).bin")
      return (space, try Data(contentsOf: map))
    }
  }

  func anchors() throws -> [Anchor] {
    try files(in: "anchors", ending: "json").map {
      try decoder.decode(Anchor.self, from: Data(contentsOf: $0))
    }
  }

  func events(of space: UUID) throws -> [Event] {
    let log = folder.appending(path: "events/\(space.uuidString)/events.jsonl")
    return try String(contentsOf: log, encoding: .utf8)
      .components(separatedBy: .newlines).filter { !$0.isEmpty }
      .map { try decoder.decode(Event.self, from: Data($0.utf8)) }
  }
}
