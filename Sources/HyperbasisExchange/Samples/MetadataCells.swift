import HyperbasisJSONText
import HyperbasisModels

/// The cells of a row's metadata as bytes, so that rows are compared without being decoded.
///
/// For each column that has a cell: its number (2 bytes), the cell's kind (1), its length (4), and
/// its bytes.
struct MetadataCells {
  private let columns: [RowMapping.Metadatum]
  private let empty: EmptyCell
  private let fixed: [String: AnyCodableValue]
  private let hasLabel: Bool
  private let point: UInt8

  init(_ mapping: RowMapping, _ options: ImportOptions, point: UInt8) {
    columns = mapping.metadata
    empty = options.empty
    fixed = options.set
    hasLabel = mapping.hasLabel
    self.point = point
  }

  /// Whether rows have no metadata.
  var isEmpty: Bool { columns.isEmpty }

  func key(_ number: Int) -> String { columns[number].key }
}

// MARK: - Encoding

extension MetadataCells {
  /// Puts the cells of a row into `bytes`, in place of what they hold.
  ///
  /// - Parameter previous: the cells of the anchor's sample before, which empty cells keep.
  func encode(_ row: InputRow, previous: [UInt8]?, into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for (number, metadatum) in columns.enumerated() {
      let cell = row[metadatum.column]
      if !cell.isEmpty || cell.kind == .quoted {
        Self.append(number, cell.kind, cell.bytes, &bytes)
        continue
      }
      switch empty {
      case .unset: break
      case .null: Self.append(number, .null, cell.bytes, &bytes)
      case .keep: if let previous { Self.copy(number, from: previous, to: &bytes) }
      }
    }
  }

  private static func append(
    _ number: Int, _ kind: InputCell.Kind, _ content: UnsafeBufferPointer<UInt8>,
    _ bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(truncatingIfNeeded: number))
    bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    bytes.append(kind.rawValue)
    let count = UInt32(truncatingIfNeeded: content.count)
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
    bytes.append(contentsOf: content)
  }

  private static func copy(_ number: Int, from previous: [UInt8], to bytes: inout [UInt8]) {
    forEach(previous) { other, kind, content in
      if other == number { append(number, kind, content, &bytes) }
    }
  }

  static func forEach(
    _ bytes: [UInt8], _ body: (Int, InputCell.Kind, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index + 7 <= bytes.count {
        let number = Int(bytes[index]) | Int(bytes[index + 1]) << 8
        let kind = InputCell.Kind(rawValue: bytes[index + 2]) ?? .plain
        let count = (0..<4).reduce(0) { $0 | Int(bytes[index + 3 + $1]) << ($1 * 8) }
        index += 7
        body(number, kind, UnsafeBufferPointer(rebasing: bytes[index..<index + count]))
        index += count
      }
    }
  }
}

// MARK: - Decoding

extension MetadataCells {
  /// The metadata that cells are.
  ///
  /// - Parameter label: what the source calls the anchor, where that tells something.
  func metadata(_ bytes: [UInt8], label: String?) -> [String: AnyCodableValue] {
    var metadata: [String: AnyCodableValue] = [:]
    if let label, !hasLabel { metadata["label"] = .string(label) }
    Self.forEach(bytes) { number, kind, content in
      guard number < columns.count else { return }
      metadata[columns[number].key] = value(columns[number], kind, content)
    }
    for (key, value) in fixed { metadata[key] = value }
    return metadata
  }

  private func value(
    _ column: RowMapping.Metadatum, _ kind: InputCell.Kind, _ content: UnsafeBufferPointer<UInt8>
  ) -> AnyCodableValue {
    switch kind {
    case .null, .absent: .null
    case .bool: .bool(content.first == UInt8(ascii: "t"))
    case .json, .number:
      // The reader has checked it.
      (try? JSONParser.parse(Array(content))) ?? .string(String(decoding: content, as: UTF8.self))
    case .quoted: .string(String(decoding: content, as: UTF8.self))
    case .plain:
      column.isText
        ? .string(String(decoding: content, as: UTF8.self))
        : CellValue.value(content, point: point)
    }
  }

  /// The keys that differ between two rows' cells.
  func changedKeys(_ left: [UInt8], _ right: [UInt8]) -> [String] {
    func cells(_ bytes: [UInt8]) -> [Int: [UInt8]] {
      var cells: [Int: [UInt8]] = [:]
      Self.forEach(bytes) { number, kind, content in cells[number] = [kind.rawValue] + content }
      return cells
    }
    let (before, after) = (cells(left), cells(right))
    return columns.indices.filter { before[$0] != after[$0] }.map { columns[$0].key }
  }
}

/// What a cell without quotes means: a number or `true` or `false` where it is written as JSON has
/// them, else text.
enum CellValue {
  static func value(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8) -> AnyCodableValue {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: return number(bytes, point) ?? .string(text)
    }
  }

  /// Nil where digits would be lost, and for leading zeros and signs that JSON does not have.
  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ point: UInt8
  ) -> AnyCodableValue? {
    guard let first = bytes.first, first == UInt8(ascii: "-") || first &- 0x30 < 10,
      bytes.count <= 40
    else { return nil }
    let text = bytes.map { $0 == point ? UInt8(ascii: ".") : $0 }
    guard let value = try? JSONParser.parse(text) else { return nil }
    switch value {
    case .int: return value
    case .double(let double):
      return digits(Array(double.description.utf8)) == digits(text) ? value : nil
    default: return nil
    }
  }

  /// The significant digits, without zeros at either end.
  private static func digits(_ text: [UInt8]) -> [UInt8] {
    let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let digits = mantissa.filter { $0 &- 0x30 < 10 }.drop { $0 == 0x30 }
    return Array(digits.reversed().drop { $0 == 0x30 }.reversed())
  }
}
