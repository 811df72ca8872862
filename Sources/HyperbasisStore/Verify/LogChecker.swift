import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import SystemPackage

/// Checks one space's log, and what its anchor files add to it.
struct LogChecker {
  let name: String
  let now: HBInstant
  /// Anchors whose files are missing for a reason that is known: they are being written, or lie under
  /// another name.
  var accounted: Set<UUID> = []
  private(set) var findings: [Finding] = []

  mutating func run(_ log: borrowing LoadedLog) throws {
    let index = log.index
    if let home = log.home { return addStray(from: home, log) }
    for problem in log.problems { add(problem, in: index) }
    let first = findings.count
    try addAltered(index)
    addHeadless(index)
    try addIncomplete(index)
    addFuture(index)
    try number(from: first, in: index)
    addImplied(log)
    addMissing(log.unfiled.subtracting(accounted), of: index.spaceId)
  }
}

// MARK: - A log in the wrong place

extension LogChecker {
  /// Adds one problem for all of a log that lies where another space's belongs. What anchor files imply
  /// beyond the wrong log is no news, and must not be written to it.
  private mutating func addStray(from home: UUID, _ log: borrowing LoadedLog) {
    let right = "events/\(home.uuidString)/\(StoreLayout.logName)"
    findings.append(
      Finding(
        problem: HBStoreProblem(
          file: name, kind: .idMismatch, excerpt: "its lines name the space \(home.uuidString)",
          action:
            "this log belongs to space \(home.uuidString); kept, and no repair changes it: move "
            + "it away, or to \(right) if there is none, and put the log that belongs here back"),
        remedy: .none))
  }
}

// MARK: - Lines

extension LogChecker {
  private mutating func add(_ problem: LogProblem, in index: EventIndex) {
    let kind = HBStoreProblem.Kind(problem.kind)
    // The newline goes with its line; a torn tail has none.
    let end = problem.offset + problem.length + (kind == .tornTail ? 0 : 1)
    let isDamage = kind.severity != .note
    let excerpt = index.excerpt(at: problem.offset, length: problem.length)
    findings.append(
      Finding(
        problem: HBStoreProblem(
          file: name, line: problem.line, offset: problem.offset, length: problem.length,
          kind: kind, excerpt: excerpt,
          action: isDamage
            ? "\(problem.detail); skipped and kept; a repair moves it to "
              + ".hyperbasis/quarantine"
            : "\(problem.detail); kept"),
        remedy: isDamage ? .removeBytes(problem.offset..<end) : .none))
  }
}

// MARK: - Events

extension LogChecker {
  private mutating func addAltered(_ index: EventIndex) throws {
    for ordinal in try index.alteredLines() {
      let place = index.place(ordinal)
      add(
        .alteredLine, ordinal, index,
        index.excerpt(at: Int(place.offset), length: Int(place.length)),
        "the line was altered after it was written, as its checksum shows; it is used as it "
          + "stands, and no repair changes it: compare it with a backup, and restore the log from "
          + "there if that is the right one")
    }
  }

  private mutating func addHeadless(_ index: EventIndex) {
    for slot in 0..<index.slotCount {
      let ordinals = index.ordinals(ofSlot: slot)
      guard let first = ordinals.first, !index.isSynthetic(first) else { continue }
      let least = ordinals.reduce(Int.max) { min($0, index.version($1)) }
      let hasState = index.foldStart(ofSlot: slot) != nil
      guard least > 1 || !hasState else { continue }
      add(
        .headLost, first, index, index.anchorId(ofSlot: slot).uuidString,
        hasState
          ? "the anchor's first version here is \(least); its earlier history is missing"
          : "no event of the anchor carries a transform, so it has no state")
    }
  }

  private mutating func addIncomplete(_ index: EventIndex) throws {
    var members: [UUID: (count: Int, first: Int)] = [:]
    for ordinal in 0..<index.count where !index.isSynthetic(ordinal) {
      guard let operation = index.operation(ordinal) else { continue }
      members[operation, default: (0, ordinal)].count += 1
    }
    for (operation, member) in members.sorted(by: { $0.value.first < $1.value.first }) {
      guard let count = try index.batchCount(member.first), member.count < count else { continue }
      add(
        .incompleteBatch, member.first, index, operation.uuidString,
        "the operation had \(count) events, of which \(member.count) "
          + "\(member.count == 1 ? "is" : "are") here; undo with --operation and its id takes "
          + "\(member.count == 1 ? "it" : "them") back; an import that was cut short adds the rest "
          + "when it is run again")
    }
  }

  private mutating func addFuture(_ index: EventIndex) {
    let ahead = index.ordinals(aheadOf: now)
    guard let first = ahead.first else { return }
    add(
      .future, first, index, index.instant(first).rfc3339Text,
      (ahead.count == 1 ? "1 event is" : "\(ahead.count) events are")
        + " ahead of this machine's clock; check the clocks")
  }

  private mutating func addImplied(_ log: borrowing LoadedLog) {
    for (id, pending) in log.pending.sorted(by: { $0.key < $1.key }) {
      let isNew = pending.count == pending.events.count
      findings.append(
        Finding(
          problem: HBStoreProblem(
            file: "anchors/\(id.uuidString).json",
            kind: isNew ? .unversioned : .drift,
            excerpt: pending.events.map(\.type.rawValue).joined(separator: ", "),
            action: Self.cause(of: pending, isNew: isNew)
              + "; the anchor's next save, or a repair, writes its events"),
          remedy: .writeImplied(id)))
    }
  }

  /// With very many, one note says it for all.
  private static let mostFilesNamed = 20

  private mutating func addMissing(_ anchors: Set<UUID>, of space: UUID) {
    guard anchors.count <= Self.mostFilesNamed else {
      return addMissing("anchors", "\(anchors.count) anchors of space \(space.uuidString)")
    }
    for id in anchors.sorted(by: { UUIDBits($0) < UUIDBits($1) }) {
      addMissing("anchors/\(id.uuidString).json", "an anchor of space \(space.uuidString)")
    }
  }

  private mutating func addMissing(_ file: String, _ excerpt: String) {
    let problem = HBStoreProblem(
      file: file, kind: .missingFile, excerpt: excerpt,
      action:
        "missing, but the log holds all that was in it; the next change in the space, or a repair, "
        + "writes it again")
    findings.append(Finding(problem: problem, remedy: .writeFiles))
  }

  private static func cause(of pending: LoadedLog.Pending, isNew: Bool) -> String {
    if pending.isDeparture {
      return
        "the anchor was saved again under another space, the one that its file names, so its "
        + "history in this one ends"
    }
    return isNew
      ? "the log holds no event of the anchor"
      : "the file has changes that are not in the log"
  }

  private mutating func add(
    _ kind: HBStoreProblem.Kind, _ ordinal: Int, _ index: EventIndex, _ excerpt: String,
    _ action: String
  ) {
    let place = index.place(ordinal)
    findings.append(
      Finding(
        problem: HBStoreProblem(
          file: name, offset: Int(place.offset), length: Int(place.length), kind: kind,
          excerpt: excerpt, action: action),
        remedy: .none))
  }

  /// Gives the findings that have an offset their line number, in one pass over the log.
  private mutating func number(from first: Int, in index: EventIndex) throws {
    guard findings.count > first else { return }
    let offsets = findings[first...].compactMap(\.problem.offset)
    let numbers = try index.source.lineNumbers(ofLinesAt: offsets)
    for place in first..<findings.count {
      findings[place].problem.line = findings[place].problem.offset.flatMap { numbers[$0] }
    }
  }
}

extension HBStoreProblem.Kind {
  package init(_ kind: LogProblem.Kind) {
    // Reports give both the same names.
    self = Self(rawValue: kind.rawValue) ?? .damagedLine
  }
}

// MARK: - The log's bytes

extension EventIndex {
  /// Returns the beginning of a piece of the log, as text.
  func excerpt(at offset: Int, length: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: min(length, 120))
    // A failed read is not worth an error here: the excerpt is then empty.
    let count = try? bytes.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    return String(decoding: bytes.prefix(count ?? 0), as: UTF8.self)
  }
}

extension ByteSource {
  /// Returns the numbers, counted from 1, of the lines that start at certain offsets.
  fileprivate func lineNumbers(ofLinesAt offsets: [Int]) throws -> [Int: Int] {
    var wanted = offsets.sorted()[...]
    var result: [Int: Int] = [:]
    var (line, offset) = (1, 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while !wanted.isEmpty {
      let start = offset
      let count = try buffer.withUnsafeMutableBytes { try read(at: start, into: $0) }
      for byte in buffer[..<count] {
        while wanted.first == offset {
          result[offset] = line
          wanted.removeFirst()
        }
        if byte == 0x0a { line += 1 }
        offset += 1
      }
      if count == 0 { break }
    }
    return result
  }
}
