import Foundation
import HyperbasisCanvas
import HyperbasisTerminal
import HyperbasisTimeMachine
import TestSupport
import Testing

@testable import Hyperbasis
@testable import HyperbasisStore

/// Hostile text in every field of a store, from the bytes of its files to those that are sent to a
/// terminal.
extension DriverTests {
  @Test func hostileStoresSendNoControlByteOfTheirOwn() throws {
    var hostile = HostileStore(seed: 20_240_617)
    let terminal = try FileTerminal(columns: HostileStore.columns, rows: HostileStore.rows)
    var check = SentBytes()
    for batch in 0..<HostileStore.batches {
      // Checking every cell takes a while; the bytes are all checked.
      let looksAtCells = batch % 10 == 0
      for (part, frame) in try hostile.frames().enumerated() {
        if looksAtCells { terminal.screen.redraw() }
        terminal.screen.draw(frame)
        let bytes = terminal.newBytes()
        check.take(bytes)
        let isWhole = HostileStore.isWhole(frame) && check.problem == nil
        if !isWhole || looksAtCells, let problem = check.problem ?? Self.difference(bytes, frame) {
          Issue.record("\(problem) in batch \(batch), frame \(part), seed \(hostile.seed)")
          return
        }
      }
      terminal.screen.setTitle(hostile.title)
      _ = terminal.screen.copy(hostile.title)
    }
    check.take(terminal.newBytes())
    #expect(check.problem == nil, "seed \(hostile.seed)")
    let expected = HostileStore.batches * 233 * HostileStore.fields
    #expect(hostile.stringCount >= expected, "\(hostile.stringCount)")
  }

  /// Returns where the bytes of a whole picture do not show it: text without a known width in the C
  /// library may be replaced, but nothing may appear anywhere but where it was drawn.
  private static func difference(_ bytes: Data, _ frame: Frame) -> String? {
    var screen = VirtualScreen(columns: frame.size.columns, rows: frame.size.rows)
    screen.feed(bytes)
    if let unknown = screen.unknown.first { return "the unknown sequence \(unknown)" }
    for row in 0..<frame.size.rows {
      for (column, cell) in frame.cells(inRow: row).enumerated() {
        let scalar = cell.glyph.base
        let isFixed = scalar.isASCII || (0x2500...0x257F).contains(scalar.value)
        guard isFixed, !cell.glyph.isContinuation, cell.glyph.scalars.count == 1 else { continue }
        if screen.cells[row][column].text != String(scalar) {
          return "row \(row) is \(screen.lines[row].debugDescription)"
        }
      }
    }
    return nil
  }
}

/// Stores in which every text is hostile, and the pictures of them.
private struct HostileStore {
  static let columns = 36
  static let rows = 250
  /// Each has at least 236 strings of every field. `HYPERBASIS_HOSTILE_STORES=430` makes more than
  /// 100,000 of each, which takes a minute or two.
  static let batches =
    ProcessInfo.processInfo.environment["HYPERBASIS_HOSTILE_STORES"].flatMap(Int.init) ?? 20
  /// Names, keys, values, types, actors, names of spaces.
  static let fields = 6
  /// How many strings of a field fit into a picture.
  private static let perFrame = 236

  let seed: UInt64
  private(set) var stringCount = 0
  private(set) var title: TerminalText = ""
  private var random: SeededGenerator
  private var directory: URL
  private var pool: (raw: [String], json: [String]) = ([], [])

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    directory = FileManager.default.temporaryDirectory
      .appending(path: "hyperbasis-hostile-\(UUID().uuidString)")
    fillPool()
  }

  /// Returns the pictures of one store: the spaces, the anchors, one anchor's metadata, the actors.
  mutating func frames() throws -> [Frame] {
    defer { try? FileManager.default.removeItem(at: directory) }
    let space = try write()
    let snapshot = try HBLocalStore(baseDirectory: directory).snapshot(of: space)
    title = SpaceData(snapshot).name
    var settings = Settings(localZone: .gmt)
    settings.showsLabels = true
    let size = TerminalSize(columns: Self.columns, rows: Self.rows)
    var state = State(size: size, now: Self.now, settings: settings)
    _ = state.start(space: nil)
    _ = update(&state, .spacesLoaded(.success(summaries())), at: Self.now)
    let spaces = render(state)
    _ = update(&state, .snapshotLoaded(.success(SpaceData(snapshot))), at: Self.now)
    var frames = [spaces, render(state)]
    for key in ["3", "4", .down] as [Key] {
      _ = update(&state, .terminal(.key(key)), at: Self.now)
      frames.append(render(state))
    }
    return frames
  }

  /// Returns whether every row is as wide as the picture, and the frame around the pane is whole.
  static func isWhole(_ frame: Frame) -> Bool {
    (0..<frame.size.rows).allSatisfy { row in
      let cells = frame.cells(inRow: row)
      let width = cells.reduce(0) { $0 + $1.glyph.width }
      return width == frame.size.columns && cells.count == frame.size.columns
    }
  }

  private static let now = HBInstant(microseconds: 1_718_884_800_000_000)
}

// MARK: - Files

extension HostileStore {
  private mutating func write() throws -> UUID {
    let space = id()
    let events = directory.appending(path: "events/\(space.uuidString)")
    let spaces = directory.appending(path: "spaces")
    for folder in [events, spaces] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let file =
      #"{"id":"\#(space)","name":"\#(string())","createdAt":"2024-06-17T09:00:00Z","#
      + #""updatedAt":"2024-06-17T09:00:00Z","worldMapData":"","isCompressed":false}"#
    try Data(file.utf8).write(to: spaces.appending(path: "\(space.uuidString).json"))
    // The first anchor has as many keys as there are anchors.
    var lines = [event(space, members: Self.perFrame)]
    for _ in 1..<Self.perFrame { lines.append(event(space, members: 1)) }
    let log = lines.map { $0 + "\n" }.joined()
    try Data(log.utf8).write(to: events.appending(path: "events.jsonl"))
    return space
  }

  private mutating func event(_ space: UUID, members: Int) -> String {
    var metadata = [#""text":"\#(string())""#, #""type":"\#(string())""#]
    for number in 1..<max(1, members) {
      metadata.append(#""\#(number)\#(string())":"\#(string())""#)
    }
    let place =
      "\(Int.random(in: -9...9, using: &random)),0,\(Int.random(in: -9...9, using: &random))"
    return #"{"id":"\#(id())","anchorId":"\#(id())","spaceId":"\#(space)","type":"created","#
      + #""timestamp":"2024-06-17T10:00:00Z","version":1,"#
      + #""transform":[1,0,0,0,0,1,0,0,0,0,1,0,\#(place),1],"#
      + #""metadata":{\#(metadata.joined(separator: ","))},"actorId":"\#(string())"}"#
  }

  private mutating func summaries() -> [SpaceSummary] {
    (0..<Self.perFrame).map { _ in
      SpaceSummary(
        id: id(), name: raw(), createdAt: nil, updatedAt: nil, anchors: 1, deletedAnchors: 0,
        events: 1, startDate: nil, endDate: nil, worldMapBytes: 0, bytes: 0, problems: 0)
    }
  }

  private mutating func id() -> UUID {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

// MARK: - Strings

extension HostileStore {
  /// Returns a hostile text as JSON writes it, sometimes with what no text can contain.
  private mutating func string() -> String {
    stringCount += 1
    return pooled(pool.json) + pooled(pool.json)
  }

  private mutating func raw() -> String {
    stringCount += 1
    return pooled(pool.raw) + pooled(pool.raw)
  }

  private mutating func pooled(_ texts: [String]) -> String {
    texts[Int.random(in: 0..<texts.count, using: &random)]
  }

  /// Halves of texts: any two make one, even if a mark or half a surrogate pair comes first.
  private mutating func fillPool() {
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in piece() }.joined()
      pool.raw.append(text)
      pool.json.append(json(text))
    }
  }

  private mutating func json(_ text: String) -> String {
    var json = ""
    for scalar in text.unicodeScalars {
      let isRaw = scalar.value >= 0x20 && !["\"", "\\"].contains(scalar)
      if isRaw, Bool.random(using: &random) {
        json.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { json += "\\u" + Self.hexadecimal(unit) }
      }
    }
    guard Int.random(in: 0..<8, using: &random) == 0 else { return json }
    let unpaired = [#"\ud83d"#, #"\udc00\ud800"#, #"\ud83d\u001b[7777m"#, #"\udfff"#]
    return json + (unpaired.randomElement(using: &random) ?? "")
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private mutating func piece() -> String {
    if let piece = Self.pieces.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0
    {
      return piece
    }
    let value = UInt32.random(
      in: 0...(Bool.random(using: &random) ? 0xFF : 0x1_FFFF), using: &random)
    return Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
  }

  /// 7777 marks the sequences, so that they can be told from those of the driver.
  private static let pieces = [
    "\u{1B}[7777;1H", "\u{1B}[7777m", "\u{1B}]7777;evil\u{7}", "\u{1B}]52;c;Nzc3Nw==\u{7}",
    "\u{9B}7777m",
    "\u{9D}0;7777\u{9C}", "\u{1B}P7777\u{1B}\\", "\u{90}7777", "\u{1B}[?7777h", "\u{1B}c",
    "\u{1B}(0",
    "\u{E}", "\u{0}", "\r", "\n", "\r\n", "\t", "\u{8}\u{8}", "\u{7F}", "\u{85}", "\u{C}", "\u{7}",
    "\u{202E}", "\u{2066}x\u{2069}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{200D}", "\u{2060}",
    "\u{FEFF}",
    "\u{2028}", "\u{2029}", "\u{FE0F}", "\u{E0041}", "\u{E0100}", "\u{FFFE}", "\u{10FFFF}",
    "\u{E000}",
    "東京", "👨‍👩‍👧‍👦", "🇩🇪", "🏳️‍🌈", "ｗｉｄｅ", "\u{1F3FD}", "e\u{301}\u{302}\u{303}", "\u{301}", "\u{20E3}",
    "\u{1112}\u{1161}\u{11AB}", "שלום", "مرحبا", "ﷺ", "नि", "\u{D4D}", "name", "  ", "\\e[7777m",
    "│", "┌",
    String(repeating: "\u{301}", count: 40), String(repeating: "長", count: 60),
  ]
}

// MARK: - Bytes

/// Checks everything that is sent to a terminal.
private struct SentBytes {
  private(set) var problem: String?
  private(set) var count = 0
  private var sequence: [UInt8] = []
  private var previous: UInt8 = 0

  mutating func take(_ bytes: Data) {
    count += bytes.count
    for byte in bytes where problem == nil { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    defer { previous = byte }
    if !sequence.isEmpty { return takeInSequence(byte) }
    switch byte {
    case 0x1B: sequence = [byte]
    case 0x08, 0x0A, 0x0D: break
    case 0..<0x20, 0x7F: problem = "control byte \(byte)"
    case 0x80..<0xA0 where previous == 0xC2: problem = "control character \(byte)"
    default: break
    }
  }

  /// Takes sequences of the driver and of ncurses, none of which has the mark of the hostile ones.
  private mutating func takeInSequence(_ byte: UInt8) {
    sequence.append(byte)
    let isString = sequence[1] == UInt8(ascii: "]")
    // By bytes, since a mark may combine with the character before it.
    let isEnd =
      isString
      ? byte == 0x07
      : sequence.count > 2 && (0x40...0x7E).contains(byte)
        || sequence.count == 2 && !["[", "(", ")", "]"].map { UInt8(ascii: $0) }.contains(byte)
    guard isEnd else { return }
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    // Titles and the clipboard carry text, as text.
    let carriesText = [Array("]2;".utf8), Array("]52;c;".utf8)].contains {
      sequence.dropFirst().starts(with: $0)
    }
    let inner = sequence.dropFirst().dropLast()
    if inner.contains(where: { $0 < 0x20 || $0 == 0x7F }) { problem = "a control byte in \(text)" }
    if !carriesText, isString || text.contains("7777") { problem = "the sequence \(text)" }
    if text == "c" || text == "(0" { problem = "the sequence \(text)" }
    sequence = []
  }
}
