import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Reads the rows of a scene that Meta's MR Utility Kit saved from Unity: one for each anchor of its
/// rooms. A file is a complete state; it holds no date.
///
/// Columns: `id`, `x`, `y`, `z` in metres, `qx`, `qy`, `qz`, `qw` in Unity's left-handed axes, `type`
/// (the first semantic label), and `labels` if there are several.
struct MRUKReader: RowReader {
  let source: any ByteSource
  let input: Int
  private var builder = RowBuilder(
    columns: ["id", "x", "y", "z", "qx", "qy", "qz", "qw", "type"])

  init(_ source: any ByteSource, input: Int) {
    self.source = source
    self.input = input
  }

  var columns: ColumnNames { builder.columns }

  var form: String { "MRUK scene" }

  var placeWord: String { "anchor" }

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    let scene = try RoomDocument.read(source, needing: "Rooms", as: "a scene of MRUK")
    try checkAxes(scene["CoordinateSystem"])
    var number = 0
    for room in scene["Rooms"]?.arrayValue ?? [] {
      for anchor in room.dictionaryValue?["Anchors"]?.arrayValue ?? [] {
        number += 1
        let place = InputPlace(input: input, line: number)
        do {
          try cells(of: anchor.dictionaryValue ?? [:], place)
          try builder.emit(at: place, row)
        } catch let error as RowFault {
          builder.discard()
          try fault(error)
        }
      }
    }
  }

  private func checkAxes(_ system: AnyCodableValue?) throws {
    guard system != .string("Unity") else { return }
    let found = system?.stringValue.map { "its CoordinateSystem is \"\($0)\"" }
    throw UnreadableInput.unfit(
      "\(found ?? "it does not name its CoordinateSystem"): only scenes saved by Unity can be read")
  }

  private mutating func cells(
    of anchor: [String: AnyCodableValue], _ place: InputPlace
  ) throws {
    guard let id = anchor["UUID"]?.stringValue else {
      throw RowFault(.noAnchor, at: place, column: "UUID", found: "it has no UUID")
    }
    builder.set("id", text: id)
    let transform = anchor["Transform"]?.dictionaryValue ?? [:]
    let position = try vector(transform["Translation"], "Translation", place)
    let angles = try vector(transform["Rotation"], "Rotation", place)
    for (name, number) in zip(["x", "y", "z"], position) { builder.set(name, number) }
    for (name, number) in zip(["qx", "qy", "qz", "qw"], Self.quaternion(angles)) {
      builder.set(name, number)
    }
    let labels = anchor["SemanticClassifications"]?.arrayValue ?? []
    if let first = labels.first { builder.set("type", first) }
    if labels.count > 1 { builder.set("labels", .array(labels)) }
  }

  private func vector(
    _ value: AnyCodableValue?, _ name: String, _ place: InputPlace
  ) throws -> [Double] {
    let numbers = value?.arrayValue?.compactMap(\.doubleOrInt) ?? []
    guard numbers.count == 3 else {
      throw RowFault(.notNumber, at: place, column: name, found: "it is not three numbers")
    }
    return numbers
  }

  /// Returns the quaternion, as x, y, z, w, of Unity's Euler angles in degrees about x, y, z: turned
  /// about z first, then x, then y (Unity's manual on `Transform.eulerAngles`).
  static func quaternion(_ degrees: [Double]) -> [Double] {
    let half = degrees.map { $0 * .pi / 360 }
    let x = Quaternion(sin(half[0]), 0, 0, cos(half[0]))
    let y = Quaternion(0, sin(half[1]), 0, cos(half[1]))
    let z = Quaternion(0, 0, sin(half[2]), cos(half[2]))
    let turn = y * x * z
    return [turn.x, turn.y, turn.z, turn.w]
  }
}

/// Just enough of a quaternion to multiply three of them.
private struct Quaternion {
  let x, y, z, w: Double

  init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }
}
