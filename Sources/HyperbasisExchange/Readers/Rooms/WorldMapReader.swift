import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Reads the rows of a saved `ARWorldMap`: one for each of its anchors. A file is a complete state; it
/// holds no date.
///
/// A map is a keyed archive in a binary property list. Only its anchors are read; nothing is
/// unarchived. Columns: `id`, `transform` (16 numbers by columns), `type` (the anchor's class) and
/// `name`.
///
/// Experimental: the layout is taken from descriptions, not from a map that a device saved.
struct WorldMapReader: RowReader {
  let source: any ByteSource
  let input: Int
  private var builder = RowBuilder(columns: ["id", "transform", "type", "name"])

  init(_ source: any ByteSource, input: Int) {
    self.source = source
    self.input = input
  }

  var columns: ColumnNames { builder.columns }

  var form: String { "ARWorldMap" }

  var placeWord: String { "anchor" }

  var notes: [String] {
    ["Reading saved world maps is experimental: compare the anchors with those of your app."]
  }

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    let archive = try KeyedArchive(PropertyList(source))
    guard let map = try archive.root(), let list = try archive.member("anchors", of: map) else {
      throw UnreadableInput.unfit("it is an archive, but there is no world map with anchors in it")
    }
    for (number, object) in try archive.objects(of: list).enumerated() {
      let place = InputPlace(input: input, line: number + 1)
      do {
        try cells(of: object, in: archive, place)
        try builder.emit(at: place, row)
      } catch let error as RowFault {
        builder.discard()
        try fault(error)
      }
    }
  }

  private mutating func cells(
    of object: Int, in archive: KeyedArchive, _ place: InputPlace
  ) throws {
    guard let id = try archive.member("identifier", of: object),
      case .data(let bytes)? = try archive.plainMember("NS.uuidbytes", of: id), bytes.count == 16
    else {
      throw RowFault(
        .noAnchor, at: place, column: "identifier", found: "the anchor has no identifier")
    }
    guard case .data(let matrix)? = try archive.plainMember("transform", of: object),
      matrix.count == 64
    else {
      throw RowFault(.notRotation, at: place, column: "transform", found: "it is not 16 floats")
    }
    let id16 = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    builder.set("id", text: UUID(uuid: id16).uuidString)
    builder.set("transform", .array(Self.floats(matrix).map { .double(Double($0)) }))
    if let name = try archive.className(of: object) { builder.set("type", text: name) }
    if let member = try archive.member("name", of: object),
      case .text(let name) = try archive.list.value(member)
    {
      builder.set("name", text: name)
    }
  }

  private static func floats(_ bytes: [UInt8]) -> [Float] {
    stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      Float(
        bitPattern: bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
  }
}

/// An archive that `NSKeyedArchiver` wrote.
private struct KeyedArchive {
  let list: PropertyList
  /// The numbers of the list's objects, indexed by the numbers that the archive uses.
  private let objects: [Int]
  private let top: Int

  init(_ list: PropertyList) throws {
    self.list = list
    guard case .dictionary = try list.value(list.root),
      let objects = try Self.entry("$objects", of: list.root, in: list),
      let top = try Self.entry("$top", of: list.root, in: list),
      case .array(let numbers) = try list.value(objects)
    else { throw UnreadableInput.unfit("it is a property list, but not a keyed archive") }
    self.objects = numbers
    self.top = top
  }

  /// The object that was archived.
  func root() throws -> Int? { try member("root", of: top) }

  /// Returns the object that a member refers to; nil if there is none.
  func member(_ name: String, of object: Int) throws -> Int? {
    guard case .uid(let number)? = try plainMember(name, of: object) else { return nil }
    guard objects.indices.contains(number) else { throw PropertyList.damaged }
    return number == 0 ? nil : objects[number]
  }

  /// Returns the value that a member itself holds.
  func plainMember(_ name: String, of object: Int) throws -> PropertyList.Value? {
    try Self.entry(name, of: object, in: list).map(list.value)
  }

  /// Returns the objects that an array refers to.
  func objects(of array: Int) throws -> [Int] {
    guard case .array(let entries)? = try plainMember("NS.objects", of: array) else { return [] }
    return try entries.map { entry in
      guard case .uid(let number) = try list.value(entry), objects.indices.contains(number) else {
        throw PropertyList.damaged
      }
      return objects[number]
    }
  }

  func className(of object: Int) throws -> String? {
    guard let description = try member("$class", of: object),
      case .text(let name)? = try plainMember("$classname", of: description)
    else { return nil }
    return name
  }

  private static func entry(_ name: String, of object: Int, in list: PropertyList) throws -> Int? {
    guard case .dictionary(let keys, let values) = try list.value(object) else { return nil }
    for (key, value) in zip(keys, values) {
      if case .text(name) = try list.value(key) { return value }
    }
    return nil
  }
}
