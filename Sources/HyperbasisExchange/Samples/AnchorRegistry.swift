import Foundation
import HyperbasisAnchorLog

/// The anchors of an input, looked up by the bytes that name them.
struct AnchorRegistry {
  private let target: ImportTarget
  private let rekeys: Bool
  /// All names, one after the other.
  private var names: [UInt8] = []
  private var entries: [Entry] = []
  /// Indices into `entries` plus one, by hash; 0 for none.
  private var table = [Int32](repeating: 0, count: 1024)
  private var numbers: [UUIDBits: Int32] = [:]
  private var idByNumber: [UUIDBits] = []
  /// What the source calls each anchor; empty if that is a UUID.
  private var labels: [Range<Int32>] = []
  private var last: (entry: Int, number: Int)?
  /// How many of the anchors the input names, once others of the log follow them.
  private var named: Int?

  private struct Entry {
    var name: Range<Int32>
    var hash: UInt32
    var number: Int32
  }

  init(_ target: ImportTarget, rekeys: Bool) {
    self.target = target
    self.rekeys = rekeys
  }

  var count: Int { idByNumber.count }

  /// How many anchors the input names; their numbers come first.
  var namedCount: Int { named ?? count }

  /// Marks all further anchors as those of the log alone.
  mutating func endNames() { named = count }

  func id(_ number: Int) -> UUIDBits { idByNumber[number] }

  /// Returns what the source calls an anchor; nil if that is a UUID.
  func label(_ number: Int) -> String? {
    let range = labels[number]
    guard !range.isEmpty else { return nil }
    return String(decoding: names[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }
}

extension AnchorRegistry {
  /// Returns the number of the anchor that bytes name.
  ///
  /// - Throws: ``UnreadableInput`` if the anchor lives in another space.
  mutating func number(_ name: UnsafeBufferPointer<UInt8>) throws -> Int {
    let hash = Self.hash(name)
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while case let place = Int(table[slot]), place > 0 {
      let entry = entries[place - 1]
      if entry.hash == hash, isSame(entry.name, name) { return Int(entry.number) }
      slot = (slot + 1) & mask
    }
    return try add(name, hash)
  }

  /// Returns the number of an anchor of the log, which is added if it is unknown.
  mutating func number(of id: UUIDBits) -> Int {
    if let number = numbers[id] { return Int(number) }
    return append(id, label: 0..<0)
  }

  @inline(__always)
  private func isSame(_ range: Range<Int32>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard range.count == name.count else { return false }
    return names.withUnsafeBufferPointer { names in
      let start = Int(range.lowerBound)
      for index in 0..<name.count where names[start + index] != name[index] { return false }
      return true
    }
  }

  /// FNV-1a.
  @inline(__always)
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) throws -> Int {
    let normal = AnchorName(name)
    let number: Int
    switch normal {
    case .uuid(let id): number = try self.number(id, normal.text)
    case .text(let text):
      let id = UUIDBits(ImportIdentity.anchorId(named: text, inSpace: target.spaceId))
      number = Int(numbers[id] ?? Int32(append(id, label: append(Array(text.utf8)))))
    }
    insert(Entry(name: append(name), hash: hash, number: Int32(number)))
    return number
  }

  private mutating func number(_ id: UUIDBits, _ text: String) throws -> Int {
    if let number = numbers[id] { return Int(number) }
    guard let home = try target.homeElsewhere(id.uuid) else { return append(id, label: 0..<0) }
    guard rekeys else { throw try refusal(id.uuid, home) }
    let new = ImportIdentity.anchorId(named: id.uuid.uuidString, inSpace: target.spaceId)
    return self.number(of: UUIDBits(new))
  }

  private func refusal(_ id: UUID, _ home: UUID) throws -> UnreadableInput {
    let name = try target.nameOfSpace(home) ?? home.uuidString
    return UnreadableInput(
      "The anchor \(id.uuidString) lives in the space \"\(name)\" of this store. "
        + "\(ShellText.line(["--space", name])) imports into that one; --rekey makes copies with ids "
        + "of their own.")
  }

  private mutating func append(_ id: UUIDBits, label: Range<Int32>) -> Int {
    idByNumber.append(id)
    labels.append(label)
    numbers[id] = Int32(idByNumber.count - 1)
    return idByNumber.count - 1
  }

  private mutating func append(_ name: some Collection<UInt8>) -> Range<Int32> {
    let start = Int32(truncatingIfNeeded: names.count)
    names.append(contentsOf: name)
    return start..<Int32(truncatingIfNeeded: names.count)
  }

  private mutating func insert(_ entry: Entry) {
    entries.append(entry)
    if entries.count * 2 > table.count {
      table = [Int32](repeating: 0, count: table.count * 2)
      for place in entries.indices { place.insert(into: &table, entries[place].hash) }
    } else {
      (entries.count - 1).insert(into: &table, entry.hash)
    }
  }
}

extension Int {
  /// Puts this place, plus one, into the first free slot for its hash.
  fileprivate func insert(into table: inout [Int32], _ hash: UInt32) {
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] > 0 { slot = (slot + 1) & mask }
    table[slot] = Int32(self + 1)
  }
}

/// The name of an anchor, regardless of its spelling.
enum AnchorName {
  case uuid(UUIDBits)
  case text(String)

  /// UUIDs with or without dashes and braces, in any case; `1.0` is `1`.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let id = Self.uuid(text) {
      self = .uuid(id)
    } else {
      self = .text(Self.withoutZeroFraction(text))
    }
  }

  var text: String {
    switch self {
    case .uuid(let id): id.uuid.uuidString
    case .text(let text): text
    }
  }

  private static func uuid(_ text: String) -> UUIDBits? {
    var digits = text[...]
    if digits.lowercased().hasPrefix("urn:uuid:") { digits = digits.dropFirst(9) }
    if digits.first == "{", digits.last == "}" { digits = digits.dropFirst().dropLast() }
    if digits.utf8.count == 36 { return UUIDBits(text: String(digits)) }
    guard digits.utf8.count == 32, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    var dashed = ""
    for (index, character) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { dashed.append("-") }
      dashed.append(character)
    }
    return UUIDBits(text: dashed)
  }

  private static func withoutZeroFraction(_ text: String) -> String {
    guard let point = text.firstIndex(of: "."), point != text.startIndex,
      text[..<point].allSatisfy({ $0.isASCII && $0.isNumber }),
      case let fraction = text[point...].dropFirst(), !fraction.isEmpty,
      fraction.allSatisfy({ $0 == "0" })
    else { return text }
    return String(text[..<point])
  }
}
