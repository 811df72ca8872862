import Foundation

/// Three days in an office, with fixed dates: the answers to its owner's questions can be looked up here.
enum Office {
  static let space = "0FF1CE00-0000-4000-8000-000000000001"
  static let lamp = "1A300000-0000-4000-8000-000000000001"
  static let printer = "2B400000-0000-4000-8000-000000000001"
  static let robot = "3C500000-0000-4000-8000-000000000001"
  static let person200 = "4D600000-0000-4000-8000-000000000200"
  static let person201 = "6F800000-0000-4000-8000-000000000201"
  static let desk = "5E700000-0000-4000-8000-000000000001"

  private static let log: [(String, String, String, at: (Double, Double)?, String?, by: String)] = [
    ("2024-05-01T09:00:00Z", lamp, "created", (1, 1), #"{"text":"Lamp"}"#, "jonas"),
    ("2024-05-01T09:00:01Z", printer, "created", (4, 1), #"{"text":"Printer"}"#, "jonas"),
    ("2024-05-01T09:00:02Z", robot, "created", (0, 0), #"{"text":"Robot"}"#, "jonas"),
    ("2024-05-01T11:00:00Z", robot, "moved", (3, 0), nil, "robot"),
    ("2024-05-01T11:10:00Z", robot, "moved", (3, 4), nil, "robot"),
    ("2024-05-01T11:20:00Z", robot, "moved", (0, 4), nil, "robot"),
    ("2024-05-01T15:00:00Z", printer, "moved", (4, 3), nil, "mara"),
    ("2024-05-02T16:20:00Z", lamp, "deleted", nil, nil, "mara"),
    ("2024-05-03T12:02:00Z", person200, "created", (2, 2), #"{"text":"person 200"}"#, "camera"),
    ("2024-05-03T12:02:30Z", person201, "created", (2, 3), #"{"text":"person 201"}"#, "camera"),
    ("2024-05-03T12:04:00Z", person200, "deleted", nil, nil, "camera"),
    ("2024-05-03T12:05:00Z", person201, "deleted", nil, nil, "camera"),
    (
      "2024-05-03T17:00:00Z", printer, "updated", nil, #"{"text":"Printer","status":"jammed"}"#,
      "jonas"
    ),
    ("2024-05-03T18:00:00Z", desk, "created", (2, 1), #"{"text":"Desk"}"#, "mara"),
  ]

  static func store() throws -> ScratchStore {
    let store = try ScratchStore()
    try write(
      #"{"id":"\#(space)","name":"Office","createdAt":"2024-05-01T08:00:00Z","#
        + #""updatedAt":"2024-05-01T08:00:00Z","worldMapData":"","isCompressed":false}"#,
      to: "spaces/\(space).json", store)
    var versions: [String: Int] = [:]
    let lines = log.enumerated().map { number, event in
      let (time, anchor, type, place, metadata, actor) = event
      versions[anchor, default: 0] += 1
      let count = String(number + 1)
      let id = "EEEEEEEE-0000-4000-8000-" + String(repeating: "0", count: 12 - count.count) + count
      let transform = place.map { #","transform":[1,0,0,0,0,1,0,0,0,0,1,0,\#($0.0),0,\#($0.1),1]"# }
      return #"{"id":"\#(id)","anchorId":"\#(anchor)","spaceId":"\#(space)","type":"\#(type)","#
        + #""timestamp":"\#(time)","version":\#(versions[anchor] ?? 1),"actorId":"\#(actor)""#
        + (transform ?? "") + (metadata.map { #","metadata":\#($0)"# } ?? "") + "}\n"
    }
    try write(lines.joined(), to: "events/\(space)/events.jsonl", store)
    return store
  }

  private static func write(_ text: String, to path: String, _ store: ScratchStore) throws {
    let file = store.directory.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
