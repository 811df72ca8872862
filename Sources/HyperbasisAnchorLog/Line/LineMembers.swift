import HyperbasisJSONText
import HyperbasisModels

/// The members of a line: where the first value of each key lies.
///
/// This is the general parser of a line, which accepts any JSON. Of two members with the same key,
/// the first counts, as in Foundation.
struct LineMembers {
  /// The offset of the value of each known key; −1 if the line lacks it.
  private var offsets = [Int](repeating: -1, count: LineKey.allCases.count)
  /// All members beyond the standard ones, in the order of the line, without the line's checksum,
  /// which says nothing about the event.
  private(set) var extra: [(key: String, offset: Int)] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var cursor = JSONCursor(bytes, at: JSONCursor.byteOrderMarkLength(bytes))
    cursor.skipSpace()
    guard cursor.byte == UInt8(ascii: "{") else { throw cursor.unexpected() }
    try cursor.members(depth: 0) { (cursor: inout JSONCursor) throws(JSONError) in
      let name = try cursor.string()
      try cursor.colon()
      note(name, at: cursor.position)
      try cursor.skipValue(depth: 1)
    }
    try cursor.expectEnd()
  }

  private mutating func note(_ name: String, at offset: Int) {
    let key = LineKey(name)
    if let key, offsets[Int(key.rawValue)] < 0 { offsets[Int(key.rawValue)] = offset }
    guard key != .check, !(key?.isStandard ?? false),
      !extra.contains(where: { $0.key.hasSameScalars(as: name) })
    else { return }
    extra.append((name, offset))
  }

  /// Returns where the value of a key lies; nil if there is none.
  func offset(of key: LineKey) -> Int? {
    offsets[Int(key.rawValue)] < 0 ? nil : offsets[Int(key.rawValue)]
  }
}
