import Foundation

@testable import HyperbasisCommands

/// A small space: a note that is edited, a chair that is moved and deleted, and a late lamp.
enum Kitchen {
  static let id = "11111111-0000-4000-8000-000000000001"
  static let note = "22222222-0000-4000-8000-000000000001"
  static let chair = "33333333-0000-4000-8000-000000000001"
  static let lamp = "44444444-0000-4000-8000-000000000001"

  static func transform(_ x: String, _ y: String, _ z: String) -> String {
    "[1,0,0,0,0,1,0,0,0,0,1,0,\(x),\(y),\(z),1]"
  }

  static func line(
    _ number: Int, _ anchor: String, _ type: String, _ time: String, _ version: Int,
    _ rest: String = ""
  ) -> String {
    let id =
      "AAAAAAAA-0000-4000-8000-" + String(repeating: "0", count: 12 - "\(number)".count)
      + "\(number)"
    return #"{"id":"\#(id)","anchorId":"\#(anchor)","spaceId":"\#(Self.id)","type":"\#(type)","#
      + #""timestamp":"\#(time)","version":\#(version)\#(rest)}"#
  }

  static let lines = [
    line(
      1, note, "created", "2024-06-17T10:00:00Z", 1,
      #","transform":\#(transform("0.5", "1.2", "-2")),"metadata":{"type":"sticky_note","#
        + #""text":"Buy milk","color":"yellow"},"actorId":"ann""#),
    line(
      2, chair, "created", "2024-06-17T10:00:00Z", 1,
      #","microseconds":250000,"transform":\#(transform("2", "0", "1")),"#
        + #""metadata":{"type":"model","modelName":"chair"}"#),
    line(
      3, note, "updated", "2024-06-18T09:30:00Z", 2,
      #","metadata":{"type":"sticky_note","text":"Buy oat milk"},"actorId":"bob","#
        + #""operation":"BBBBBBBB-0000-4000-8000-000000000001""#),
    line(
      4, chair, "moved", "2024-06-18T09:31:00Z", 2,
      #","transform":\#(transform("2", "0", "4"))"#),
    line(5, chair, "deleted", "2024-06-19T08:00:00Z", 3),
    line(
      6, lamp, "created", "2024-06-19T08:00:01Z", 1,
      #","transform":\#(transform("-1", "0", "0")),"metadata":{"type":"model","text":"Lamp"}"#),
  ]

  /// Returns a store that holds only this space.
  static func workbench() throws -> Workbench {
    let bench = try Workbench()
    try fill(bench)
    return bench
  }

  static func fill(_ bench: Workbench) throws {
    try bench.write(
      #"{"id":"\#(id)","name":"Kitchen","createdAt":"2024-06-17T09:00:00Z","#
        + #""updatedAt":"2024-06-17T09:00:00Z","worldMapData":"","isCompressed":false}"#,
      to: "spaces/\(id).json")
    try bench.writeLog(lines)
    try bench.write(
      anchorFile(
        note, "0.5, 1.2, -2", "2024-06-18T09:30:00Z",
        #"{"type":"sticky_note","text":"Buy oat milk"}"#), to: "anchors/\(note).json")
    try bench.write(
      anchorFile(
        chair, "2, 0, 4", "2024-06-19T08:00:00Z", #"{"type":"model","modelName":"chair"}"#,
        deleted: true), to: "anchors/\(chair).json")
    try bench.write(
      anchorFile(
        lamp, "-1, 0, 0", "2024-06-19T08:00:01Z", #"{"type":"model","text":"Lamp"}"#,
        created: "2024-06-19T08:00:01Z"), to: "anchors/\(lamp).json")
  }

  private static func anchorFile(
    _ anchor: String, _ position: String, _ updated: String, _ metadata: String,
    created: String = "2024-06-17T10:00:00Z", deleted: Bool = false
  ) -> String {
    #"{"id":"\#(anchor)","spaceId":"\#(id)","transform":[1,0,0,0,0,1,0,0,0,0,1,0,\#(position),1],"#
      + #""metadata":\#(metadata),"createdAt":"\#(created)","updatedAt":"\#(updated)""#
      + (deleted ? #","deletedAt":"\#(updated)"}"# : "}")
  }
}
