import HyperbasisJSONText
import HyperbasisModels

/// The cells of a row's metadata as bytes, so that rows can be compared without being decoded.
///
/// For each column that has a cell: the number of its key (3 bytes), the cell's kind (1), its length
/// (4), and its bytes.
struct MetadataCells {
  /// All keys of all inputs, and others that anchors keep, indexed by the numbers that stand for them.
  private(set) var keys: [Key] = []
  private var numbers: [Key: Int] = [:]
  /// The names of the keys of the inputs, in the order in which they appeared.
  private(set) var inputNames: [String] = []
  private var knownNames: Set<String> = []
  /// Whether some row has a cell for each key, by the key's number; always true for the columns of a
  /// table.
  private var isThere: [Bool] = []
  /// The input that is being read.
  private var input = 0
  /// The names of the keys that each input has; its rows leave all others unchanged.
  var given: [Int: Set<String>] = [:]
  /// The names of keys that rows left unchanged.
  var keptNames: Set<String> = []
  /// The columns of the input that is being read.
  private var columns: [(number: Int, column: Int)] = []
  private let empty: EmptyCell
  let fixed: [String: AnyCodableValue]
  /// Whether the options say what anchors are called.
  private let isNamed: Bool
  /// Whether the columns of the input that is being read do, in every row, even if a cell is empty.
  private var hasNamingColumn = false
  private let point: UInt8

  struct Key: Hashable {
    var name: String
    var isText: Bool
  }

  init(_ options: ImportOptions, point: UInt8) {
    empty = options.empty
    fixed = options.set
    isNamed = options.set.keys.contains(where: Self.naming.contains)
    self.point = point
  }

  /// The keys that say what an anchor is called, so that its id need not.
  static let naming: Set<String> = ["label", "text"]

  /// Reads rows of an input with a mapping from now on.
  ///
  /// - Parameter isTable: whether all rows have its columns. Otherwise they are the members that any
  ///   row has had so far, and need not be in every row.
  mutating func use(_ mapping: RowMapping, ofInput input: Int, isTable: Bool) {
    self.input = input
    hasNamingColumn = isTable && mapping.hasLabel
    given[input] = Set(mapping.metadata.map(\.key))
    columns = mapping.metadata.map { metadatum in
      if knownNames.insert(metadatum.key).inserted { inputNames.append(metadatum.key) }
      let key = Key(name: metadatum.key, isText: metadatum.isText)
      let number = number(of: key)
      if isTable { isThere[number] = true }
      return (number, metadatum.column)
    }
  }

  /// The names of the keys that rows have. Some formats define columns that a file may lack.
  var namesThere: [String] {
    let there = Set(keys.indices.filter { isThere[$0] }.map { keys[$0].name })
    return inputNames.filter(there.contains)
  }

  /// Returns the number of a key, which is added if there is none.
  mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    keys.append(key)
    isThere.append(false)
    numbers[key] = keys.count - 1
    return keys.count - 1
  }
}

// MARK: - Encoding

extension MetadataCells {
  /// Replaces the contents of `bytes` with the cells of a row.
  @inline(__always)
  mutating func encode(_ row: InputRow, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    if input > 0 { Self.appendMark(ofInput: input, &bytes) }
    guard !columns.isEmpty else { return }
    encodeColumns(row, &bytes)
  }

  private mutating func encodeColumns(_ row: InputRow, _ bytes: inout [UInt8]) {
    if hasNamingColumn { Self.append(Self.namingMark, .absent, InputCell.absent.bytes, &bytes) }
    for (number, column) in columns {
      let cell = row[column]
      if !cell.isEmpty || cell.kind == .quoted {
        if !isThere[number] { isThere[number] = true }
        Self.append(number, cell.kind, cell.bytes, &bytes)
        continue
      }
      switch empty {
      case .unset: break
      case .null: Self.append(number, .null, cell.bytes, &bytes)
      case .keep: Self.append(number, .absent, cell.bytes, &bytes)
      }
    }
  }

  /// Not a key: marks that the columns say what anchors are called.
  static let namingMark = 0xFF_FFFF

  static func append(
    _ number: Int, _ kind: InputCell.Kind, _ content: UnsafeBufferPointer<UInt8>,
    _ bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    bytes.append(UInt8(truncatingIfNeeded: number >> 16))
    bytes.append(kind.rawValue)
    let count = UInt32(truncatingIfNeeded: content.count)
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    bytes.append(contentsOf: content)
  }

  static func forEach(
    _ bytes: [UInt8], _ body: (Int, InputCell.Kind, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + 8 <= bytes.count {
        let number = (0..<3).reduce(0) { $0 | Int(bytes[index + $1]) << ($1 * 8) }
        let kind = InputCell.Kind(rawValue: bytes[index + 3]) ?? .plain
        let count = (0..<4).reduce(0) { $0 | Int(bytes[index + 4 + $1]) << ($1 * 8) }
        index += 8
        body(number, kind, UnsafeBufferPointer(rebasing: bytes[index..<index + count]))
        index += count
      }
    }
  }
}

// MARK: - Decoding

extension MetadataCells {
  /// Returns the metadata that cells encode.
  ///
  /// - Parameter label: what the source calls the anchor, if that says anything.
  func metadata(_ bytes: [UInt8], label: String?) -> [String: AnyCodableValue] {
    var metadata: [String: AnyCodableValue] = [:]
    var isNamed = isNamed
    Self.forEach(bytes) { number, kind, content in
      if number == Self.namingMark { isNamed = true }
      guard number < keys.count else { return }
      metadata[keys[number].name] = value(keys[number], kind, content)
    }
    if let label, !isNamed, !metadata.keys.contains(where: Self.naming.contains) {
      metadata["label"] = .string(label)
    }
    for (key, value) in fixed { metadata[key] = value }
    return metadata
  }

  func value(
    _ key: Key, _ kind: InputCell.Kind, _ content: UnsafeBufferPointer<UInt8>
  ) -> AnyCodableValue {
    switch kind {
    case .null, .absent: .null
    case .bool: .bool(content.first == UInt8(ascii: "t"))
    case .json, .number:
      // The reader has checked it.
      (try? JSONParser.parse(Array(content))) ?? .string(String(decoding: content, as: UTF8.self))
    case .quoted: .string(String(decoding: content, as: UTF8.self))
    case .plain:
      key.isText
        ? .string(String(decoding: content, as: UTF8.self))
        : CellValue.value(content, point: point)
    }
  }

  /// Returns the keys whose values differ between two rows' cells: `1.50` and `1.5` are the same value.
  func changedKeys(_ left: [UInt8], _ right: [UInt8]) -> Set<String> {
    func cells(_ bytes: [UInt8]) -> [Int: [UInt8]] {
      var cells: [Int: [UInt8]] = [:]
      Self.forEach(bytes) { number, kind, content in cells[number] = [kind.rawValue] + content }
      return cells
    }
    let (before, after) = (cells(left), cells(right))
    let names = Set(keys.indices.filter { before[$0] != after[$0] }.map { keys[$0].name })
    return names.filter { name in
      fixed[name] == nil && value(of: name, in: before) != value(of: name, in: after)
    }
  }

  /// Returns a key's value; of several columns of the same name the last counts.
  private func value(of name: String, in cells: [Int: [UInt8]]) -> AnyCodableValue? {
    let number = keys.indices.last { keys[$0].name == name && cells[$0] != nil }
    guard let number, let cell = cells[number], let kind = cell.first else { return nil }
    return cell.withUnsafeBufferPointer { cell in
      value(
        keys[number], InputCell.Kind(rawValue: kind) ?? .plain,
        UnsafeBufferPointer(rebasing: cell.dropFirst()))
    }
  }
}

/// What a cell without quotes means: a number, `true` or `false` if it is written as in JSON, otherwise
/// text.
enum CellValue {
  /// Returns the value that a cell with this text is read back as, in a table with decimal points.
  static func value(of text: String) -> AnyCodableValue {
    text.withBytes { value($0, point: UInt8(ascii: ".")) }
  }

  static func value(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8) -> AnyCodableValue {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return number(bytes, point) ?? .string(text)
    }
  }

  /// Returns nil if digits would be lost, for leading zeros and signs that JSON does not have, and for a
  /// point between decimal commas: it may separate thousands.
  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ point: UInt8
  ) -> AnyCodableValue? {
    guard let first = bytes.first, first == UInt8(ascii: "-") || first &- 0x30 < 10,
      bytes.count <= 40, point == UInt8(ascii: ".") || !bytes.contains(UInt8(ascii: "."))
    else { return nil }
    let text = bytes.map { $0 == point ? UInt8(ascii: ".") : $0 }
    guard let value = try? JSONParser.parse(text) else { return nil }
    switch value {
    case .int: return value
    case .double(let double):
      // In a conditional expression `nil` would be JSON's null.
      guard digits(Array(double.description.utf8)) == digits(text) else { return nil }
      return value
    default: return nil
    }
  }

  /// Returns the significant digits, without zeros at either end.
  private static func digits(_ text: [UInt8]) -> [UInt8] {
    let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let digits = mantissa.filter { $0 &- 0x30 < 10 }.drop { $0 == 0x30 }
    return Array(digits.reversed().drop { $0 == 0x30 }.reversed())
  }
}
