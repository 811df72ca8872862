import HyperbasisModels

/// Reads the texts of a few metadata members of many events, most of them straight from the bytes
/// of the log, without decoding the rest.
public struct MetadataTextReader {
  private let index: EventIndex
  private let keys: [String]
  private let names: [[UInt8]]
  private var reader: PayloadReader

  /// - Parameter keys: The keys of the members; in ASCII.
  public init(_ index: EventIndex, keys: [String]) {
    precondition(keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "Keys have to be ASCII.")
    self.index = index
    self.keys = keys
    names = keys.map { Array($0.utf8) }
    reader = PayloadReader(index)
  }

  /// Returns the texts of the members in force after an event, in the order of the keys; nil for a
  /// member that is missing or not text.
  public mutating func texts(after ordinal: Int) throws -> [String?] {
    guard let source = index.metadataSource(ordinal) else { return keys.map { _ in nil } }
    let names = names
    let quick = try reader.withMetadata(carriedBy: source) { bytes in
      bytes.baseAddress.flatMap { MemberTextScanner.texts($0, of: names) }
    }
    if let quick = quick ?? nil { return quick }
    let metadata = try index.metadata(source)
    return keys.map { metadata[$0]?.stringValue }
  }
}

/// Finds the texts of some members in an object that has the usual spelling.
enum MemberTextScanner {
  /// - Returns: the text for each key; nil for a member that is missing or not text. Nil instead of
  ///   all if the object must be decoded to tell.
  static func texts(_ object: ScanPointer, of keys: [[UInt8]]) -> [String?]? {
    guard object[0] == UInt8(ascii: "{") else { return nil }
    var texts = [String?](repeating: nil, count: keys.count)
    if object[1] == UInt8(ascii: "}") { return texts }
    var seen: UInt64 = 0
    var cursor = object
    while true {
      guard let key = PlainText(cursor + 1), key.end[0] == UInt8(ascii: ":") else { return nil }
      var end: ScanPointer?
      // Of two members with the same key, the first counts.
      if let number = keys.firstIndex(where: key.equals), seen & 1 << UInt64(number) == 0 {
        seen |= 1 << UInt64(number)
        if key.end[1] == UInt8(ascii: "\"") {
          guard let text = PlainText(key.end + 1) else { return nil }
          texts[number] = text.string
          end = text.end
        }
      }
      guard let end = end ?? ValueScanner.skipUnknownMember(key.start) else { return nil }
      if end[0] == UInt8(ascii: "}") { return texts }
      guard end[0] == UInt8(ascii: ",") else { return nil }
      cursor = end
    }
  }
}
