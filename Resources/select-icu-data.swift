// Makes a smaller copy of ICU's data package: time zones, calendars, Unicode and English, without
// the other languages, the encodings, the orders of sorting and the dictionaries, none of which
// hyperbasis asks for.
//
//   select-icu-data PACKAGE OUTPUT

import Foundation

/// Whether an item is kept, by its name, which is such as `icudt76l/zone/pt_BR.res`.
///
/// ICU answers for a locale that is not there from the root of all locales, as it does for a language
/// that it does not know.
func isKept(_ name: String) -> Bool {
  let path = name.split(separator: "/").dropFirst()
  guard let file = path.last, let dot = file.lastIndex(of: ".") else { return false }
  if path.count > 1, let folder = path.first, ["coll", "rbnf", "translit"].contains(folder) {
    return false
  }
  if ["cfu", "cnv", "dict", "spp"].contains(file[dot...].dropFirst()) { return false }
  if ["cnvalias.icu", "unames.icu"].contains(file) { return false }
  let language = file[..<dot].prefix { $0 != "_" }
  let isOfALanguage = (2...3).contains(language.count) && language != "res"
  return !isOfALanguage || language == "en"
}

/// A package: a header, a table of contents with offsets from its own start, names, items.
struct DataPackage {
  struct Item {
    let name: String
    let bytes: Data
  }

  let header: Data
  let items: [Item]
}

struct NotAPackage: Error {}

extension Data {
  /// A number in the order of bytes of all machines that Swift runs on.
  fileprivate func number(at offset: Int) throws -> Int {
    guard offset >= 0, offset + 4 <= count else { throw NotAPackage() }
    return (0..<4).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
  }

  fileprivate mutating func append(number: Int) {
    for place in 0..<4 { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  /// Items begin at multiples of 16.
  fileprivate mutating func pad() {
    append(contentsOf: repeatElement(0xaa, count: -count & 15))
  }
}

extension DataPackage {
  /// > typedef struct { uint16_t headerSize; uint8_t magic1; uint8_t magic2; } MappedData;
  init(_ file: Data) throws {
    let start = try file.number(at: 0)
    guard start >> 16 == 0x27da, file.dropFirst(12).prefix(4) == Data("CmnD".utf8) else {
      throw NotAPackage()
    }
    header = file.prefix(start & 0xffff)
    let contents = file.dropFirst(header.count)
    let entries = try (0..<contents.number(at: 0)).map { place in
      let entry = 4 + 8 * place
      return (name: try contents.number(at: entry), bytes: try contents.number(at: entry + 4))
    }
    let ends = entries.dropFirst().map(\.bytes) + [contents.count]
    items = try zip(entries, ends).map { entry, end in
      guard entry.bytes <= end, end <= contents.count else { throw NotAPackage() }
      let name = contents.dropFirst(entry.name).prefix { $0 != 0 }
      return Item(
        name: String(decoding: name, as: UTF8.self),
        bytes: contents.dropFirst(entry.bytes).prefix(end - entry.bytes))
    }
  }

  /// The bytes of a package of some of the items, which stay in their order.
  func file(of items: [Item]) -> Data {
    let names = items.map { Data($0.name.utf8) + [0] }
    var nameOffset = 4 + 8 * items.count
    var bytesOffset = (nameOffset + names.reduce(0) { $0 + $1.count } + 15) & ~15
    var contents = Data()
    contents.append(number: items.count)
    for (item, name) in zip(items, names) {
      contents.append(number: nameOffset)
      contents.append(number: bytesOffset)
      nameOffset += name.count
      bytesOffset += (item.bytes.count + 15) & ~15
    }
    for name in names { contents.append(name) }
    contents.pad()
    for item in items {
      contents.append(item.bytes)
      contents.pad()
    }
    return header + contents
  }
}

guard CommandLine.arguments.count == 3 else {
  print("usage: select-icu-data PACKAGE OUTPUT")
  exit(64)
}
let paths = CommandLine.arguments.map { URL(fileURLWithPath: $0) }
let package = try DataPackage(Data(contentsOf: paths[1]))
let kept = package.items.filter { isKept($0.name) }
guard kept.contains(where: { $0.name.hasSuffix("/zoneinfo64.res") }) else { throw NotAPackage() }
try package.file(of: kept).write(to: paths[2])
