import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// All spaces as both sides last agreed on them.
///
/// There may be very many, of which a pass needs few: for the others only the place of their text is
/// kept, and the facts that a pass asks for.
struct SpaceBases: Sendable {
  /// What is known of a space without reading its text.
  struct Facts: OptionSet, Sendable {
    let rawValue: UInt8

    /// The cloud has it.
    static let isInCloud = Facts(rawValue: 1)
    /// It is known which of its log's lines the cloud has.
    static let hasLog = Facts(rawValue: 2)
    /// The cloud's map is not the one here, or has no hash, so that only the server can tell.
    static let mayLackMap = Facts(rawValue: 4)
  }

  fileprivate enum Content: Sendable {
    case text(start: Int, count: Int)
    indirect case value(SpaceBase)
  }

  fileprivate struct Entry: Sendable {
    var facts: Facts
    /// See ``SpaceBase/settled``; 0 for nil.
    var settled: UInt64
    var content: Content
    /// Whether the file has a line for it, even an outdated one.
    var isOnDisk = false
  }

  private var entries: [UUID: Entry] = [:]
  /// The bytes that hold the texts.
  private var source = Data()
  /// The spaces whose state here is not on disk yet.
  private(set) var changed: Set<UUID> = []
}

// MARK: - Lookup

extension SpaceBases {
  var ids: some Collection<UUID> { entries.keys }
  var count: Int { entries.count }

  /// The spaces that the cloud has.
  var idsInCloud: [UUID] { ids(with: .isInCloud) }

  /// The spaces that the cloud has, or of whose log it is known what the cloud has.
  var sharedIds: [UUID] {
    entries.filter { !$0.value.facts.isDisjoint(with: [.isInCloud, .hasLog]) }.map(\.key)
  }

  func ids(with fact: Facts) -> [UUID] {
    entries.filter { $0.value.facts.contains(fact) }.map(\.key)
  }

  func isInCloud(_ id: UUID) -> Bool { entries[id]?.facts.contains(.isInCloud) ?? false }

  /// See ``SpaceBase/settled``.
  func settled(_ id: UUID) -> UInt64? {
    entries[id].flatMap { $0.settled == 0 ? nil : $0.settled }
  }

  subscript(id: UUID) -> SpaceBase? {
    get { entries[id].flatMap(value) }
    set {
      guard var base = newValue else {
        if entries.removeValue(forKey: id) != nil { changed.insert(id) }
        return
      }
      if let known = entries[id].flatMap(value) {
        if known == base { return }
        // Anything that has changed must be compared with the files again.
        if base.settled == known.settled { base.settled = nil }
      }
      let isOnDisk = entries[id]?.isOnDisk ?? false
      entries[id] = Entry(base, isOnDisk: isOnDisk)
      changed.insert(id)
    }
  }

  subscript(id: UUID, default base: @autoclosure () -> SpaceBase) -> SpaceBase {
    get { self[id] ?? base() }
    set { self[id] = newValue }
  }

  private func value(_ entry: Entry) -> SpaceBase? {
    switch entry.content {
    case .value(let base): base
    case .text(let start, let count):
      // Its checksum is valid. If it cannot be read all the same, the space is compared as a whole.
      try? JSONDecoder().decode(SpaceBase.self, from: source[start..<start + count])
    }
  }

  /// Decodes the texts of spaces that will be accessed often.
  mutating func read(_ ids: some Sequence<UUID>) {
    for id in ids {
      guard let entry = entries[id], case .text = entry.content, let base = value(entry) else {
        continue
      }
      entries[id]?.content = .value(base)
    }
  }
}

extension SpaceBases.Entry {
  fileprivate init(_ base: SpaceBase, isOnDisk: Bool) {
    facts = SpaceBases.Facts(base)
    settled = base.settled ?? 0
    content = .value(base)
    self.isOnDisk = isOnDisk
  }
}

extension SpaceBases.Facts {
  fileprivate init(_ base: SpaceBase) {
    self = []
    if base.row != nil { insert(.isInCloud) }
    if base.log != nil { insert(.hasLog) }
    if let map = base.row?.map, map.sha256 == nil || !WorldMapReference.isSame(base.map, map) {
      insert(.mayLackMap)
    }
  }
}

extension SpaceBases: Equatable {
  static func == (left: SpaceBases, right: SpaceBases) -> Bool {
    left.entries.count == right.entries.count
      && left.entries.keys.allSatisfy { left[$0] == right[$0] }
  }
}

// MARK: - On disk

extension SpaceBases {
  private static let idWidth = 36
  /// The kind, the id, the facts and the settled digest, each followed by a space.
  private static let headWidth = 2 + idWidth + 1 + 3 + 17

  /// Reads a line as ``line(of:)`` writes it; the last one of a space counts.
  mutating func take(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Bool {
    let text = UnsafeBufferPointer(
      rebasing: bytes.bindMemory(to: UInt8.self)[line])
    guard text.count >= 2 + Self.idWidth,
      let id = UUIDBits(bytes: UnsafeBufferPointer(rebasing: text[2..<2 + Self.idWidth]))?.uuid
    else { return false }
    if text[0] == UInt8(ascii: "D") {
      entries[id] = nil
      return true
    }
    let start = line.lowerBound + 2 + Self.idWidth + 1
    guard text.count > Self.headWidth, let facts = bytes.hexadecimal(start..<start + 2),
      let settled = bytes.hexadecimal(start + 3..<start + 19)
    else { return false }
    entries[id] = Entry(
      facts: Facts(rawValue: UInt8(facts)), settled: settled,
      content: .text(
        start: line.lowerBound + Self.headWidth, count: line.count - Self.headWidth),
      isOnDisk: true)
    return true
  }

  /// The total length of the lines of all spaces that were read from a file.
  var textSize: Int {
    entries.values.reduce(0) { size, entry in
      if case .text(_, let count) = entry.content { size + Self.headWidth + count } else { size }
    }
  }

  /// Keeps the bytes that hold the lines that were taken.
  mutating func keep(_ bytes: Data) { source = bytes }

  /// Returns what has changed since the last call, as lines, and how many bytes of it are for spaces that
  /// had no line yet, so that these make no older line obsolete.
  mutating func takeChangedLines() throws -> (lines: [UInt8], new: Int) {
    var lines: [UInt8] = []
    var new = 0
    for id in changed {
      let line = try line(of: id)
      lines += line
      guard let entry = entries[id], !entry.isOnDisk else { continue }
      entries[id]?.isOnDisk = true
      new += line.count
    }
    changed = []
    return (lines, new)
  }

  /// Returns all spaces as lines, which need no others before them.
  func allLines() throws -> [UInt8] {
    var lines: [UInt8] = []
    for id in entries.keys { lines += try line(of: id) }
    return lines
  }

  /// Notes that all lines were written.
  mutating func noteSaved() {
    changed = []
    for id in entries.keys { entries[id]?.isOnDisk = true }
  }

  /// What stands before the token in a signed link.
  private static let tokenMark = Data("?token=".utf8)

  /// Returns a text without the tokens that earlier versions wrote.
  private static func withoutTokens(_ text: Data) throws -> Data {
    guard text.range(of: tokenMark) != nil,
      let base = try? JSONDecoder().decode(SpaceBase.self, from: text)
    else { return text }
    return try JSONEncoder.ofBases.encode(base)
  }

  private func line(of id: UUID) throws -> [UInt8] {
    guard let entry = entries[id] else { return CheckedLines.line("D \(id.uuidString)".utf8) }
    let facts = String(entry.facts.rawValue, radix: 16)
    let settled = String(entry.settled, radix: 16)
    let head =
      "S \(id.uuidString) \(String(repeating: "0", count: 2 - facts.count))\(facts) "
      + "\(String(repeating: "0", count: 16 - settled.count))\(settled) "
    let text =
      switch entry.content {
      case .value(let base): try JSONEncoder.ofBases.encode(base)
      case .text(let start, let count): try Self.withoutTokens(source[start..<start + count])
      }
    return CheckedLines.line(Array(head.utf8) + text)
  }
}

extension JSONEncoder {
  /// Writes one line, always the same for the same value.
  static var ofBases: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
