import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// The base as a file to which changes are appended: `base.journal`.
///
/// The first letter of a line says what it holds: a space (`S`), a space that is forgotten (`D`), or
/// another part of the base, of which the last line of each kind counts.
struct BaseJournal: Sendable {
  let lines: CheckedLines

  /// What must be known of the file to append to it.
  struct Extent: Sendable {
    /// Where the last whole line ends.
    var end = 0
    /// How long the file would be if it held everything only once.
    var compactSize = 0
  }

  /// The file is rewritten once it exceeds twice its compact size by this much.
  private static let slack = 1 << 20
  /// Enough for more than a million spaces.
  private static let mostBytes = 2 << 30
}

extension BaseJournal {
  /// - Returns: nil if there is none, or it is damaged; it is then set aside.
  func load() -> (base: LastSyncedState, extent: Extent)? {
    do {
      guard let contents = try lines.load(atMost: Self.mostBytes) else { return nil }
      guard let (base, size) = Self.base(contents) else { throw CheckedLines.Damage() }
      return (base, Extent(end: contents.end, compactSize: size))
    } catch is CheckedLines.Damage {
      // Without its base a space is compared as a whole, which only costs time.
      DiagnosticLog.sync.attempt("set aside \(lines.path)") { try lines.setAside() }
      return nil
    } catch {
      DiagnosticLog.sync.attempt("read \(lines.path)") { throw error }
      return nil
    }
  }

  /// - Returns: the base, and the total length of the lines that count.
  private static func base(
    _ contents: CheckedLines.Contents
  ) -> (base: LastSyncedState, size: Int)? {
    var parts: [UInt8: Range<Int>] = [:]
    var spaces = SpaceBases()
    let isSound = contents.bytes.withUnsafeBytes { bytes in
      contents.lines.allSatisfy { line in
        guard line.count > 2 else { return false }
        let kind = bytes[line.lowerBound]
        if kind == UInt8(ascii: "S") || kind == UInt8(ascii: "D") {
          return spaces.take(line, of: bytes)
        }
        parts[kind] = line.lowerBound + 2..<line.upperBound
        return true
      }
    }
    guard isSound else { return nil }
    spaces.keep(contents.bytes)
    let base = LastSyncedState(spaces: spaces) { kind in
      parts[kind].map { contents.bytes[$0] }
    }
    let size = spaces.textSize + parts.values.reduce(0) { $0 + $1.count }
    return base.map { ($0, size) }
  }

  /// Writes what differs from `saved`, which the file holds.
  ///
  /// - Parameter saved: nil if the file holds nothing of it.
  func save(
    _ base: inout LastSyncedState, over saved: LastSyncedState?, _ extent: inout Extent
  ) throws {
    let isGrown = extent.end > extent.compactSize * 2 + Self.slack
    guard let saved, extent.end > 0, !isGrown else {
      let all = try base.spaces.allLines() + base.lines(over: nil)
      try lines.replace(with: all)
      base.spaces.noteSaved()
      extent = Extent(end: all.count, compactSize: all.count)
      return
    }
    // After the spaces: a cursor may pass a page only once what came of it is in the file.
    var spaces = base.spaces
    let changed = try spaces.takeChangedLines()
    let new = try changed.lines + base.lines(over: saved)
    guard !new.isEmpty else { return }
    extent.end = try lines.append(new, at: extent.end)
    extent.compactSize += changed.new
    base.spaces = spaces
  }
}

// MARK: - Parts

/// The part of the base that is small and changes with each pass.
private struct BaseHead: Codable, Equatable {
  /// The format of the file; one of another format does not count.
  var format = 2
  var tier: CloudTier
  @Microseconds var probedAt: HBInstant
  var cursors: SyncCursors
  var mustReadAgain: Bool
  @Microseconds var lastSync: HBInstant?
  var orphans: [OrphanedMap]
  var lacksChanges: Bool?
  var tierReason: String?
  var joined: Int64?
  var lacksTeams: Bool?

  init(_ base: LastSyncedState) {
    tier = base.tier
    _probedAt = Microseconds(wrappedValue: base.probedAt)
    cursors = base.cursors
    mustReadAgain = base.mustReadAgain
    _lastSync = Microseconds(wrappedValue: base.lastSync)
    orphans = base.orphans
    lacksChanges = base.lacksChanges
    tierReason = base.tierReason
    joined = base.joined
    lacksTeams = base.lacksTeams
  }
}

/// The removed spaces, by id.
private struct BaseRemovals: Codable {
  @ById var spaces: [UUID: Removal]
}

extension LastSyncedState {
  private enum Part: UInt8 {
    case head = 0x48  // H
    case removals = 0x52  // R
    case quarantine = 0x51  // Q
    case unreadable = 0x55  // U
    case passedOver = 0x50  // P
    case shortenedLogs = 0x4C  // L
  }

  /// Creates the base from its parts; nil if a required part is missing, or one cannot be read.
  fileprivate init?(spaces: SpaceBases, _ part: (UInt8) -> Data?) {
    let decoder = JSONDecoder()
    func read<Value: Decodable>(_ kind: Part, _: Value.Type = Value.self) throws -> Value? {
      try part(kind.rawValue).map { try decoder.decode(Value.self, from: $0) }
    }
    // A part with a valid checksum that cannot be read was written by a later version.
    guard let head = try? read(.head, BaseHead.self), head.format == 2 else { return nil }
    self.init(tier: head.tier, probedAt: head.probedAt)
    cursors = head.cursors
    mustReadAgain = head.mustReadAgain
    lastSync = head.lastSync
    orphans = head.orphans
    lacksChanges = head.lacksChanges
    tierReason = head.tierReason
    joined = head.joined
    lacksTeams = head.lacksTeams
    do {
      removals = try read(.removals, BaseRemovals.self)?.spaces ?? [:]
      quarantine = try read(.quarantine) ?? []
      passedOver = try Set(read(.passedOver, [UUID].self) ?? [])
      shortenedLogs = try Set(read(.shortenedLogs, [UUID].self) ?? [])
      let rows: [UnreadableRow] = try read(.unreadable) ?? []
      unreadable = rows.isEmpty ? nil : rows
    } catch {
      return nil
    }
    self.spaces = spaces
  }

  /// Returns the parts that differ, as lines; all of them if `saved` is nil.
  fileprivate func lines(over saved: LastSyncedState?) throws -> [UInt8] {
    var lines: [UInt8] = []
    func add(_ kind: Part, _ value: some Encodable) throws {
      lines += CheckedLines.line(
        try [kind.rawValue, UInt8(ascii: " ")] + JSONEncoder.ofBases.encode(value))
    }
    if removals != saved?.removals ?? [:] { try add(.removals, BaseRemovals(spaces: removals)) }
    if quarantine != saved?.quarantine ?? [] { try add(.quarantine, quarantine) }
    if unreadable != saved?.unreadable { try add(.unreadable, unreadable ?? []) }
    if passedOver != saved?.passedOver ?? [] {
      try add(.passedOver, passedOver.sorted())
    }
    if shortenedLogs != saved?.shortenedLogs ?? [] {
      try add(.shortenedLogs, shortenedLogs.sorted())
    }
    // Last, since it says how far the tables were read.
    let head = BaseHead(self)
    if head != saved.map(BaseHead.init) { try add(.head, head) }
    return lines
  }
}
