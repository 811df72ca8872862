extension InputHead {
  /// Whether the first line is an event as a log holds it.
  package var isLog: Bool {
    let line = text.prefix { $0 != 0x0A }
    return line.first == UInt8(ascii: "{") && Self.isEvent(line)
  }

  /// Whether it is a list whose first object is an event, as the program prints one with `--json`.
  package var isListOfEvents: Bool {
    let bytes = text.drop { $0 <= 0x20 }
    guard bytes.first == UInt8(ascii: "[") else { return false }
    let object = bytes.dropFirst().drop { $0 <= 0x20 }
    return object.first == UInt8(ascii: "{") && Self.isEvent(object.prefix(Self.longestEvent))
  }

  /// The names of an event's members come before this length, however much metadata it has.
  private static let longestEvent = 4096

  private static func isEvent(_ bytes: ArraySlice<UInt8>) -> Bool {
    let keys = ["anchorId", "spaceId", "type", "timestamp", "version"]
    return keys.allSatisfy { bytes.firstRange(of: Array("\"\($0)\"".utf8)) != nil }
  }
}
