import HyperbasisJSONText

// Documents whose rows are in an array somewhere inside: `{"version": 1, "anchors": [{…}, {…}]}`.

extension JSONRecords {
  /// Goes to the array whose elements are the values.
  ///
  /// - Parameter path: the names of the members that lead there, joined by full stops.
  mutating func enter(_ path: String) throws {
    var search = ArraySearch(path: path)
    guard try skipBlanks() == UInt8(ascii: "{") else { throw search.failure }
    skipByte()
    while !search.prefixes.isEmpty, let byte = try skipBlanks() {
      switch byte {
      case UInt8(ascii: "\""):
        let name = try readName()
        guard try skipBlanks() == UInt8(ascii: ":") else { throw notJSON() }
        skipByte()
        switch search.next(name, try skipBlanks()) {
        case .array:
          skipByte()
          return beginArray(depth: search.prefixes.count)
        case .object: skipByte()
        case .other: try skipValue()
        }
      case UInt8(ascii: ","): skipByte()
      case UInt8(ascii: "}"):
        search.prefixes.removeLast()
        skipByte()
      default: throw notJSON()
      }
    }
    throw search.failure
  }

  /// Reads a name with its quotation marks.
  private mutating func readName() throws -> String {
    var scan = BracketScan()
    var count = 0
    while true {
      while count < unread.count {
        count += 1
        guard scan.take(unread[count - 1]) != nil else { continue }
        var cursor = JSONCursor(UnsafeBufferPointer(rebasing: unread[..<count]))
        guard let name = try? cursor.string() else { throw notJSON() }
        skipBytes(count)
        return name
      }
      try readMore()
    }
  }

  /// Skips a value of any length.
  private mutating func skipValue() throws {
    var scan = BracketScan()
    while let byte = try peek() {
      let end = scan.take(byte)
      if end == .before { return }
      skipByte()
      if end == .with { return }
    }
  }

  /// Makes sure that the document ends where it should: what follows it would be read by nobody.
  mutating func checkEnd(depth: Int) throws {
    var scan = BracketScan(depth: depth)
    var isClosed = false
    while !isClosed {
      guard let byte = try peek() else {
        throw UnreadableInput(
          "The JSON ends in line \(line), in the middle of an object: the file was cut off. Fetch the "
            + "whole file.")
      }
      isClosed = scan.take(byte) == .with
      skipByte()
    }
    guard try skipBlanks() == nil else {
      throw UnreadableInput(
        "line \(line): another value follows the object whose member holds the rows. --rows is for a "
          + "file that is one object.")
    }
  }

  private func notJSON() -> UnreadableInput {
    UnreadableInput.unfit("it is not JSON in line \(line)")
  }
}

/// The way to an array inside an object.
private struct ArraySearch {
  let path: String
  /// The paths of the objects that are open, the outermost first; that of the whole document is empty.
  var prefixes = [""]
  private var known: [String] = []

  enum Step {
    case array, object, other
  }

  init(path: String) {
    self.path = path
  }

  /// Notes a member, and returns what to do with its value.
  ///
  /// - Parameter first: the first byte of the value.
  mutating func next(_ name: String, _ first: UInt8?) -> Step {
    let prefix = prefixes.last ?? ""
    let member = prefix.isEmpty ? name : "\(prefix).\(name)"
    if first == UInt8(ascii: "["), member == path { return .array }
    if first == UInt8(ascii: "{"), path.hasPrefix(member + ".") {
      prefixes.append(member)
      return .object
    }
    if known.count < Self.mostNamed { known.append(member) }
    return .other
  }

  var failure: UnreadableInput {
    let members = known.map(CellReader.short).joined(separator: ", ")
    return UnreadableInput(
      "--rows \(CellReader.short(path)): the document has no list of that name"
        + (known.isEmpty ? "." : "; its members are \(members)."))
  }

  /// More would not help anybody to choose.
  private static let mostNamed = 20
}

/// The lists of objects in an object, which may be the rows that are looked for.
struct RowLists {
  /// The paths of the lists, as `--rows` takes them.
  private(set) var paths: [String] = []

  /// - Parameter bytes: an object, or as much of it as there is.
  init(in bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = JSONCursor(bytes)
    cursor.skipSpace()
    guard cursor.byte == UInt8(ascii: "{") else { return }
    // What was found before the end or a fault counts; reading the rows reports the fault.
    try? find(&cursor, bytes, prefix: "", depth: 0)
  }

  private mutating func find(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, prefix: String, depth: Int
  ) throws(JSONError) {
    var found: [String] = []
    defer { paths += found }
    try cursor.members(depth: depth) { [self] (cursor: inout JSONCursor) throws(JSONError) in
      let name = try cursor.string()
      try cursor.colon()
      let path = prefix.isEmpty ? name : "\(prefix).\(name)"
      let start = cursor.position
      switch cursor.byte {
      case UInt8(ascii: "["):
        if bytes[(start + 1)...].first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
          found.append(path)
        }
        try cursor.skipValue(depth: depth + 1)
      case UInt8(ascii: "{") where depth < Self.deepest:
        var inner = self
        inner.paths = []
        defer { found += inner.paths }
        try inner.find(&cursor, bytes, prefix: path, depth: depth + 1)
      default: try cursor.skipValue(depth: depth + 1)
      }
    }
  }

  /// Lists further inside are parts of something, and not what a file is about.
  private static let deepest = 2
}
