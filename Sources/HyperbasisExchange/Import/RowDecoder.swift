import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Turns the rows of one input into samples.
struct RowDecoder {
  enum Result {
    /// Nothing was read.
    case none
    case sample(Sample)
    case notSeen(Int64)
    /// The row has no cell for the time.
    case timeless
    case bad(RowFault)
  }

  private let setup: PassSetup
  private let knowledge: InputKnowledge
  private let input: ImportInput
  private let mapping: RowMapping
  private(set) var times: TimeDecoder
  private(set) var poses: PoseDecoder
  private var timeList: TimeList?
  private var joined: [UInt8] = []
  private var rowNumber = 0
  private let names: ColumnNames
  /// The instant of all rows, if the options give one; otherwise 0.
  private let inputInstant: Int64
  private var fixedAnchor: Int?
  private var actors: [[UInt8]: Int32] = [:]
  private(set) var candidates = IdCandidates()
  private(set) var oddities: OddRows
  /// Reads times that are written differently from the first one: if cells have types, a column may
  /// hold both dates as text and numbers.
  private var otherTimes: TimeDecoder?
  private var isTimeless = false
  /// Why the last row without an instant has none.
  private var timeFault = RowFault(.damaged, at: InputPlace(input: 0, line: 0), found: "")

  // The columns of the usual cases, which save a look into an array; −1 in all others.
  private let timeColumn: Int
  private let anchorColumn: Int
  private let hasCandidates: Bool

  /// - Parameters:
  ///   - delimiter: what separates the cells of a table, also if that was inferred.
  ///   - previous: the decoder of the rows before. Several inputs are one recording, so its times, its
  ///     origin and its findings carry over.
  init(
    _ setup: PassSetup, _ knowledge: InputKnowledge, _ mapping: RowMapping,
    _ options: ImportOptions, input: ImportInput, names: ColumnNames, delimiter: String?,
    beginsInput: Bool, after previous: RowDecoder?
  ) throws {
    self.setup = setup
    self.knowledge = knowledge
    self.mapping = mapping
    self.input = input
    self.names = names
    let point = setup.point(knowledge)
    if let previous {
      times = previous.times
      if beginsInput { times.beginInput() }
    } else {
      times = try TimeDecoder(
        options, unit: mapping.timeUnit, isDayFirst: knowledge.isDayFirst ?? true, point: point)
    }
    // Between commas, a comma inside a number separates thousands.
    let allowsComma = setup.options.decimal == nil && delimiter != ","
    let reader = CellReader(point: point, allowsComma: allowsComma)
    if let previous {
      poses = previous.poses
    } else {
      poses = try PoseDecoder(
        mapping, options, knowledge, reader: reader,
        takesAnyTransform: setup.format.holdsAnyTransform)
    }
    poses.use(mapping)
    candidates = previous?.candidates ?? IdCandidates()
    candidates.use(mapping, knowledge)
    hasCandidates = !mapping.idCandidates.isEmpty
    actors = previous?.actors ?? [:]
    oddities = previous?.oddities ?? OddRows(now: setup.now.microseconds)
    rowNumber = previous?.rowNumber ?? 0
    if let previous {
      timeList = previous.timeList
    } else if let times = setup.times {
      timeList = try TimeList(times)
    }
    inputInstant = try Self.instant(of: input, setup.options) ?? 0
    timeColumn =
      if case .columns(let columns) = mapping.time, columns.count == 1 { columns[0] } else { -1 }
    anchorColumn = if case .column(let column) = mapping.anchor { column } else { -1 }
  }

  /// Returns the instant of all rows of an input, if the options give one.
  static func instant(of input: ImportInput, _ options: ImportOptions) throws -> Int64? {
    if let date = options.dateMicroseconds { return date }
    switch options.timeSource {
    case nil: return nil
    case .modification:
      guard let modified = input.modified else {
        throw UnreadableInput("\(input.name): its modification time is unknown; give --at DATE.")
      }
      return modified.microseconds
    case .name:
      let zone = options.zone.flatMap(ZoneName.zone)
      guard let instant = NameDate.instant(in: input.name, zone: zone) else {
        throw UnreadableInput(
          "\(input.name): the name does not contain a date such as 2024-06-01; give --at DATE.")
      }
      return instant.microseconds
    }
  }
}

// MARK: - Rows

extension RowDecoder {
  /// Sets `result` to what the row is.
  // Not a return value: where that became an optional, release builds would lose errors.
  @inline(__always)
  mutating func decode(
    _ row: InputRow, _ differ: inout SampleDiffer, _ result: inout Result
  ) throws {
    result = try decoded(row, &differ)
  }

  @inline(__always)
  private mutating func decoded(_ row: InputRow, _ differ: inout SampleDiffer) throws -> Result {
    rowNumber += 1
    var instant: Int64 = 0
    isTimeless = false
    guard try decodeTime(row, &instant) else { return isTimeless ? .timeless : .bad(timeFault) }
    if hasCandidates { candidates.note(row, instant) }
    var sample = Sample(anchor: 0, instant: instant, place: row.place)
    if isDeletion(row) {
      sample.kind = .deletion
    } else {
      switch poses.decode(row) {
      case .pose: sample.pose = poses.pose
      case .notSeen: return .notSeen(instant)
      case .bad: return .bad(poseFault(row))
      }
      oddities.note(sample)
      if poses.lacksAltitude { oddities.noteLevel(row.place) }
    }
    if anchorColumn >= 0 {
      let cell = row[anchorColumn]
      if cell.isEmpty { return .bad(fault(.noAnchor, row, anchorColumn, "empty")) }
      sample.anchor = try differ.anchors.number(cell.bytes)
    } else {
      sample.anchor = try onlyAnchor(&differ)
    }
    if let stays = mapping.stays { sample.stays = !row[stays].isEmpty }
    if let actor = mapping.actor { sample.actor = number(ofActor: row[actor], &differ) }
    return .sample(sample)
  }

  @inline(__always)
  private func isDeletion(_ row: InputRow) -> Bool {
    guard let deletion = mapping.deletion else { return false }
    return row[deletion.column].bytes.elementsEqual(deletion.value)
  }

  private func poseFault(_ row: InputRow) -> RowFault {
    let problem = poses.reader.problem
    return fault(
      problem?.kind ?? .damaged, row, problem?.column, problem?.found ?? "cannot be read")
  }

  private func fault(
    _ kind: RowFault.Kind, _ row: InputRow, _ column: Int?, _ found: String
  ) -> RowFault {
    RowFault(kind, at: row.place, column: column.flatMap(name), found: found)
  }

  private func name(_ column: Int) -> String? {
    column < names.count ? names.names[column] : nil
  }

  /// Returns the number of the input's one anchor.
  private mutating func onlyAnchor(_ differ: inout SampleDiffer) throws -> Int {
    if let fixedAnchor { return fixedAnchor }
    var name = input.stem
    if case .named(let given) = mapping.anchor { name = given }
    let number = try name.withBytes { try differ.anchors.number($0) }
    fixedAnchor = number
    return number
  }

  private mutating func number(
    ofActor cell: InputCell, _ differ: inout SampleDiffer
  ) -> Int32 {
    if cell.isEmpty { return 0 }
    let bytes = Array(cell.bytes)
    if let number = actors[bytes] { return number }
    differ.actors.append(cell.text)
    actors[bytes] = Int32(differ.actors.count)
    return Int32(differ.actors.count)
  }
}

// MARK: - Times

extension RowDecoder {
  /// Sets the row's instant; returns false if the row has none, with the reason in `timeFault`.
  @inline(__always)
  private mutating func decodeTime(_ row: InputRow, _ instant: inout Int64) throws -> Bool {
    guard timeColumn >= 0 else { return try decodeOtherTime(row, &instant) }
    let cell = row[timeColumn]
    if cell.isEmpty {
      isTimeless = cell.kind == .absent
      timeFault = fault(.notNumber, row, timeColumn, "empty")
      return false
    }
    return decode(cell.bytes, row, timeColumn, &instant)
  }

  private mutating func decodeOtherTime(
    _ row: InputRow, _ instant: inout Int64
  ) throws -> Bool {
    switch mapping.time {
    case .columns(let columns):
      joined.removeAll(keepingCapacity: true)
      for column in columns {
        if !joined.isEmpty { joined.append(0x20) }
        joined.append(contentsOf: row[column].bytes)
      }
      let text = joined
      return text.withUnsafeBufferPointer { decode($0, row, columns[0], &instant) }
    case .row:
      let frame = Array(String(rowNumber - 1).utf8)
      return frame.withUnsafeBufferPointer { decode($0, row, nil, &instant) }
    case .input:
      instant = inputInstant
      return true
    case .list:
      guard let text = try timeList?.next() else {
        throw tooFewTimes
      }
      return text.withUnsafeBufferPointer { decode($0, row, nil, &instant) }
    }
  }

  /// The error for a list of times that ends before the rows do.
  private var tooFewTimes: UnreadableInput {
    let count = rowNumber - 1
    return UnreadableInput(
      "\(timeList?.name ?? "The list of times") has \(count == 1 ? "1 time" : "\(count) times"), but "
        + "\(input.name) has more rows; nothing was written. Give --times a file with a time for each "
        + "row.")
  }

  @inline(__always)
  private mutating func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, _ row: InputRow, _ column: Int?, _ instant: inout Int64
  ) -> Bool {
    do throws(TimeDecoder.Failure) {
      instant = try times.instant(bytes)
      return true
    } catch {
      if let column, row[column].kind == .number || row[column].kind == .quoted,
        let read = otherInstant(bytes)
      {
        instant = read
        return true
      }
      if error == .notNumber { poses.reader.noteComma(bytes, besides: times.hasFraction) }
      timeFault = fault(error, bytes, row, column)
      return false
    }
  }

  private mutating func otherInstant(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    if otherTimes == nil {
      var options = setup.options
      options.timeFormat = nil
      do {
        otherTimes = try TimeDecoder(
          options, unit: nil, isDayFirst: knowledge.isDayFirst ?? true, point: UInt8(ascii: "."))
      } catch {
        // Only the zone can be wrong, and it has been read before.
        return nil
      }
    }
    // A text that this cannot read either is reported as a fault of the first way.
    return try? otherTimes?.instant(bytes)
  }

  private func fault(
    _ failure: TimeDecoder.Failure, _ bytes: UnsafeBufferPointer<UInt8>, _ row: InputRow,
    _ column: Int?
  ) -> RowFault {
    let text = "\"\(CellReader.short(String(decoding: bytes, as: UTF8.self)))\""
    return switch failure {
    case .notNumber:
      fault(.notNumber, row, column, "\(text) is not a time\(times.advice(on: bytes))")
    case .noSuchDay: fault(.noSuchDay, row, column, "\(text): there is no such day")
    case .otherFormat: fault(.otherTimeFormat, row, column, otherFormat(text, bytes))
    case .outOfRange: fault(.outOfRange, row, column, "\(text) is outside the years 0 to 9999")
    }
  }

  private func otherFormat(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let format = setup.options.timeFormat {
      return "\(text) does not match --time-format \(format)"
    }
    if times.hasFirst { return "\(text) is written differently from the earlier times" }
    let advice = times.advice(on: bytes)
    return advice.isEmpty
      ? "\(text) is not a number, although the column's name has a unit of time"
      : "\(text) is not in a form\(advice)"
  }

  /// Checks that nothing is left of the list of times.
  mutating func finishInput() throws {
    guard var list = timeList else { return }
    if try list.next() != nil {
      throw UnreadableInput("\(list.name) has more times than \(input.name) has rows.")
    }
  }
}

// MARK: - Other assumptions

extension RowDecoder {
  /// Whether rows, though good, have shown that an assumption was wrong.
  var isOnTrial: Bool { hasCandidates && candidates.isContradicted }

  /// Returns what is known if a row showed that an assumption was wrong; nil if none did.
  func restart(_ knowledge: InputKnowledge, names: [String]) -> InputKnowledge? {
    let needsPoint = poses.reader.needsOtherPoint
    let order = poses.otherOrder
    guard needsPoint || order != nil || candidates.isContradicted else { return nil }
    var known = knowledge
    if needsPoint { known.decimal = UInt8(ascii: ",") }
    if let order { known.matrixOrder = order }
    if candidates.isContradicted {
      known.repeatingIds.formUnion(candidates.repeating.compactMap { names[$0] })
    }
    return known == knowledge ? nil : known
  }

  /// Adds what all inputs show even though none of their rows could be read: the day was assumed to
  /// come first, and no date allows that.
  func learnFromFaults(_ knowledge: inout InputKnowledge) {
    if case .dates? = times.reading, times.showsMonthFirst { knowledge.isDayFirst = false }
  }

  /// Adds what only all inputs together show.
  ///
  /// - Throws: ``UnreadableInput`` if the options must state something that no row shows.
  func learnAtEnd(_ knowledge: inout InputKnowledge) throws {
    if case .dates? = times.reading, let isDayFirst = try times.isDayFirstByAll(),
      // The day is assumed to come first if nothing is known.
      knowledge.isDayFirst != nil || !isDayFirst
    {
      knowledge.isDayFirst = isDayFirst
    }
    if times.areCompactDates, case .number? = times.reading { knowledge.hasCompactDates = true }
    if poses.isOrderOpen {
      throw UnreadableInput(
        "The matrices could be written by rows or by columns, because none of them contains a "
          + "translation; give --matrix-order rows or columns.")
    }
    if poses.isAngleOpen {
      throw UnreadableInput(
        "The angles are all within 6.28 and have fractions, so the unit is unclear: give --angle deg "
          + "or --angle rad.")
    }
    if poses.assumesFarAway != poses.isFarAway, setup.options.origin == nil, poses.isMetric,
      !poses.followsEarlierImports
    {
      knowledge.isFarAway = poses.isFarAway
    }
  }
}

extension String {
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8(body)
  }
}
