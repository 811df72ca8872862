import HyperbasisJSONText
import HyperbasisModels

// What a row leaves unchanged: keys that its input does not have, and with `--empty keep` those whose
// cells are empty.

extension MetadataCells {
  /// Not a key: marks the input that a row comes from; without the mark it is the first one.
  private static let inputMark = namingMark - 1

  static func appendMark(ofInput input: Int, _ bytes: inout [UInt8]) {
    "\(input)".withBytes { append(inputMark, .number, $0, &bytes) }
  }

  /// Whether rows of several inputs are read, each of which may have different keys.
  var hasSeveralInputs: Bool { given.count > 1 }

  /// Returns whether a column that an input turns out to have is of a key that rows left unchanged.
  func hasKept(oneOf mapping: RowMapping, ofInput input: Int) -> Bool {
    let known = given[input] ?? []
    return !keptNames.isEmpty
      && mapping.metadata.contains { keptNames.contains($0.key) && !known.contains($0.key) }
  }

  /// Returns a row's cells together with those that the anchor keeps.
  ///
  /// - Parameters:
  ///   - previous: The cells that are in force.
  ///   - logged: The metadata in force instead, if they come from the log.
  ///   - label: What the source calls the anchor, if that says anything.
  /// - Returns: the cells, and whether they include keys that the row's input does not have.
  mutating func completed(
    _ row: [UInt8], over previous: [UInt8], logged: [String: AnyCodableValue]?, label: String?
  ) -> (cells: [UInt8], hasKept: Bool) {
    let (own, input) = ownCells(row, over: previous, logged: logged)
    let names = given[input] ?? []
    let isNamed = !Self.naming.isDisjoint(with: names) || !Self.naming.isDisjoint(with: fixed.keys)
    var kept: [UInt8] = []
    if let logged {
      keep(logged, besides: names, isNamed: isNamed, label, &kept)
    } else {
      keep(of: previous, besides: names, isNamed: isNamed, label, &kept)
    }
    return (own + kept, !kept.isEmpty)
  }

  /// Returns the cells of a row's own keys, and the input that it comes from.
  private mutating func ownCells(
    _ row: [UInt8], over previous: [UInt8], logged: [String: AnyCodableValue]?
  ) -> ([UInt8], input: Int) {
    var own: [UInt8] = []
    var input = 0
    var empty: [String] = []
    Self.forEach(row) { number, kind, content in
      if number == Self.inputMark {
        input = Int(String(decoding: content, as: UTF8.self)) ?? 0
      } else if kind == .absent, number < keys.count {
        empty.append(keys[number].name)
      } else {
        Self.append(number, kind, content, &own)
      }
    }
    for name in empty {
      guard let logged else {
        copy(name, from: previous, to: &own)
        continue
      }
      if let value = logged[name] { append(name, value, &own) }
    }
    return (own, input)
  }

  /// - Parameter isNamed: whether the source says what the anchor is called. That replaces a label that
  ///   an import made from its id; otherwise the label is made from the id again.
  private mutating func keep(
    _ logged: [String: AnyCodableValue], besides names: Set<String>, isNamed: Bool,
    _ label: String?, _ kept: inout [UInt8]
  ) {
    let hasMadeLabel = label.map { logged["label"] == .string($0) } ?? false
    let hasText = logged["text"] != nil
    for (name, value) in logged.sorted(by: { $0.key < $1.key })
    where !names.contains(name) && fixed[name] == nil {
      if name == "label", hasMadeLabel, isNamed || !hasText { continue }
      append(name, value, &kept)
    }
    // A name that was removed does not come back with a row that says nothing about it.
    if !isNamed, label != nil, logged["label"] == nil, !hasText {
      Self.append(Self.namingMark, .absent, InputCell.absent.bytes, &kept)
    }
  }

  private mutating func append(
    _ name: String, _ value: AnyCodableValue, _ bytes: inout [UInt8]
  ) {
    // Anything that a log holds can be written as JSON.
    guard let json = try? JSONWriter.encode(value) else { return }
    keptNames.insert(name)
    let number = number(of: Key(name: name, isText: false))
    Array(json).withUnsafeBufferPointer { Self.append(number, .json, $0, &bytes) }
  }

  private func copy(_ name: String, from previous: [UInt8], to bytes: inout [UInt8]) {
    Self.forEach(previous) { number, kind, content in
      guard number < keys.count, keys[number].name == name else { return }
      Self.append(number, kind, content, &bytes)
    }
  }

  private mutating func keep(
    of previous: [UInt8], besides names: Set<String>, isNamed: Bool, _ label: String?,
    _ kept: inout [UInt8]
  ) {
    var keptNames: Set<String> = []
    Self.forEach(previous) { number, kind, content in
      guard number < keys.count else {
        if number == Self.namingMark, !isNamed { Self.append(number, kind, content, &kept) }
        return
      }
      let name = keys[number].name
      guard !names.contains(name), fixed[name] == nil else { return }
      if isNamed, name == "label", let label,
        value(keys[number], kind, content) == .string(label)
      {
        return
      }
      keptNames.insert(name)
      Self.append(number, kind, content, &kept)
    }
    self.keptNames.formUnion(keptNames)
  }
}
