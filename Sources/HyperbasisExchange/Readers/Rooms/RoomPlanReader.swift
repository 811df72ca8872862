import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// Reads the rows of a scanned room, as RoomPlan's `CapturedRoom` encodes itself: one for each surface
/// and object. A file is a complete state; it holds no date.
///
/// Columns: `id`, `transform` (16 numbers by columns), `type` (the category), `confidence`,
/// `dimensions` in metres, and whatever is inside the category, such as `isOpen` of a door.
struct RoomPlanReader: RowReader {
  let source: any ByteSource
  let input: Int
  private var builder = RowBuilder(columns: ["id", "transform", "type", "confidence", "dimensions"])

  init(_ source: any ByteSource, input: Int) {
    self.source = source
    self.input = input
  }

  var columns: ColumnNames { builder.columns }

  var form: String { "RoomPlan scan" }

  var placeWord: String { "item" }

  /// The lists of a room whose items have a place.
  static let lists = ["walls", "doors", "windows", "openings", "floors", "objects"]

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    let room = try RoomDocument.read(source, needing: "walls", as: "a RoomPlan scan")
    var number = 0
    for list in Self.lists {
      for item in room[list]?.arrayValue ?? [] {
        number += 1
        let place = InputPlace(input: input, line: number)
        guard let item = item.dictionaryValue, let id = item["identifier"]?.stringValue else {
          try fault(
            RowFault(.noAnchor, at: place, column: "identifier", found: "it has no identifier"))
          continue
        }
        builder.set("id", text: id)
        cells(of: item)
        try builder.emit(at: place, row)
      }
    }
  }

  private mutating func cells(of item: [String: AnyCodableValue]) {
    if let transform = item["transform"] { builder.set("transform", transform) }
    if let dimensions = item["dimensions"] { builder.set("dimensions", dimensions) }
    if let confidence = Self.caseName(item["confidence"]) {
      builder.set("confidence", text: confidence)
    }
    guard let category = Self.caseName(item["category"]) else { return }
    builder.set("type", text: category)
    let details = item["category"]?.dictionaryValue?[category]?.dictionaryValue ?? [:]
    for (name, value) in details.sorted(by: { $0.key < $1.key })
    where !columns.names[..<5].contains(name) {
      builder.set(name, value)
    }
  }

  /// Returns the name of an enum's case: Swift encodes one with associated values as an object of one key.
  private static func caseName(_ value: AnyCodableValue?) -> String? {
    switch value {
    case .string(let name)?: name
    case .dictionary(let members)?: members.count == 1 ? members.keys.first : nil
    default: nil
    }
  }
}

/// Reads the document of a room, which is small.
enum RoomDocument {
  static func read(
    _ source: any ByteSource, needing member: String, as what: String
  ) throws -> [String: AnyCodableValue] {
    let value: AnyCodableValue
    do {
      value = try JSONParser.parse(source.all())
    } catch let error as JSONError {
      throw UnreadableInput.unfit(
        "it is not JSON at byte \(error.offset): \(error.reason.rawValue)")
    }
    guard let object = value.dictionaryValue, object[member] != nil else {
      throw UnreadableInput.unfit("it is JSON, but not \(what): there is no \"\(member)\" in it")
    }
    return object
  }
}
