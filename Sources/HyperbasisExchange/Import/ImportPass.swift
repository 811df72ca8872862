import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// One pass over all inputs: rows to samples to events.
///
/// Both phases of an import use it. An input that contradicts an assumption ends the pass with a
/// ``PassRestart``.
final class ImportPass {
  let setup: PassSetup
  var knowledge: InputKnowledge
  var differ: SampleDiffer
  var flow: SampleFlow
  private(set) var summaries: [InputSummary] = []
  /// The options, completed by the mapping of the first input.
  private(set) var resolved: ImportOptions
  private(set) var mapping = RowMapping()
  private(set) var tally = RowTally()
  private(set) var decoder: RowDecoder?
  private(set) var unnamed = UnnamedRows()
  private var columns = ColumnNames()
  private var input: ImportInput?
  private var inputNumber = 0
  /// What separates the cells of the input, if it is a table.
  private var delimiter: String?
  /// The names of the inputs that are complete states, by instant.
  private var snapshotNames: [Int64: String] = [:]
  private var guess: MappingGuess?
  /// What the columns of the first input with rows mean.
  private var agreement: InputAgreement?
  private var mappedColumns = 0
  private var lateColumns = 0
  /// Whether a late column shows that earlier rows were read wrongly: it changes the key of another
  /// column, or has a key that they have kept.
  private var isLateColumnMissed = false
  /// The columns of the inputs for which that is true.
  private var missedColumns: [Int: [String]] = [:]
  /// Whether rows with the last space name are read.
  private var isInSpace = false
  private var cellBytes: [UInt8] = []
  private var reported = 0
  private let meter: ByteMeter
  private let pass: Int

  init(
    _ setup: PassSetup, _ knowledge: InputKnowledge, pass: Int,
    emit: ((EventDraft) throws -> Void)?
  ) throws {
    self.setup = setup
    self.knowledge = knowledge
    self.pass = pass
    resolved = setup.options
    meter = ByteMeter()
    let cells = MetadataCells(setup.options, point: setup.point(knowledge))
    differ = SampleDiffer(setup.options, cells, setup.target, emit: emit)
    flow = SampleFlow(setup, knowledge)
  }
}

/// What does not change from one pass to the next.
struct PassSetup {
  let options: ImportOptions
  let format: ReadableFormat
  let inputs: [ImportInput]
  let times: ImportInput?
  let target: ImportTarget
  let now: HBInstant
  let sortingMemory: Int
  let makeSpool: () throws -> any ImportSpool
  let progress: (ImportProgress) throws -> Void
  let phase: ImportProgress.Phase
  let totalBytes: Int

  func point(_ knowledge: InputKnowledge) -> UInt8 {
    if options.decimal == "," { return UInt8(ascii: ",") }
    return options.decimal == nil ? knowledge.decimal ?? UInt8(ascii: ".") : UInt8(ascii: ".")
  }
}

// MARK: - Inputs

extension ImportPass {
  /// Reads all inputs to their ends.
  func run() throws {
    for (number, input) in setup.inputs.enumerated() { try read(input, number) }
    try checkWhole()
    try flow.finish(&differ)
    if let restart = flow.restart { throw PassRestart(knowledge: restart) }
    try checkNames()
  }

  /// Refuses rows of one time of which only the last would count, because nothing tells their anchors
  /// apart; starts again if a column turned out to do so.
  private func checkNames() throws {
    guard unnamed.isActive, let place = flow.firstLost else { return }
    if let column = unnamed.naming {
      var known = knowledge
      known.namingColumn = column
      throw PassRestart(knowledge: known)
    }
    let input = summaries[place.input]
    throw UnreadableInput(
      "No column says which anchor a row belongs to, and several rows have the same time, the first in "
        + "\(input.placeWord) \(place.line) of \(input.name). If they were all one anchor, only the last "
        + "would count. The columns are: \(guess?.finder.listed ?? "none"). Give --id COLUMN, or --as NAME "
        + "if all rows are one anchor.")
  }

  private func read(_ input: ImportInput, _ number: Int) throws {
    do {
      try readRows(of: input, number)
    } catch let error as UnreadableInput {
      throw error.naming(input.name, as: setup.format.format)
    }
  }

  private func readRows(of input: ImportInput, _ number: Int) throws {
    var options = setup.options
    if options.rows == nil { options.rows = knowledge.rows }
    var request = ReaderRequest(input, number: number, options: options)
    request = request.metered(meter)
    var reader = try setup.format.makeReader(request)
    columns = reader.columns
    delimiter = (reader as? CSVReader)?.delimiterOption
    let rowsBefore = tally.rows
    try begin(input, number)
    do {
      try reader.read(
        row: { [self] row in try take(row) },
        fault: { [self] fault in
          tally.rows += 1
          tally.faults.add(fault)
        })
    } catch let error as UnreadableInput where error.lacksColumns {
      try lookInside(reader.rowLists, error)
      throw reader.columnAdvice.map(error.adding) ?? error
    }
    try decoder?.finishInput()
    if isLateColumnMissed { missedColumns[number] = columns.names }
    try report()
    tally.notes += reader.notes.map { setup.inputs.count > 1 ? "\(input.name): \($0)" : $0 }
    if tally.rows == rowsBefore { try checkHeading(of: input, reader.columnAdvice) }
    if tally.rows > rowsBefore { try checkAgreement(of: input) }
    if let delimiter { resolved.delimiter = delimiter }
    summaries.append(
      InputSummary(
        name: input.name, size: 0, digest: "", headDigest: "", form: reader.form,
        rowCount: tally.rows - rowsBefore, placeWord: reader.placeWord))
  }

  /// Starts again with the rows inside of a document that has no columns of its own.
  private func lookInside(_ lists: [String], _ error: UnreadableInput) throws {
    guard let first = lists.first else { return }
    guard lists.count == 1 else {
      let names = lists.map(CellReader.short).joined(separator: ", ")
      throw error.adding(
        "These lists may be the rows: \(names). Name one, for example --rows \(first).")
    }
    var known = knowledge
    known.rows = first
    throw PassRestart(knowledge: known)
  }

  /// Refuses a table without rows whose heading is not one: any line of text would be taken for a heading.
  private func checkHeading(of input: ImportInput, _ advice: String?) throws {
    guard isTable, columns.count > 0 else { return }
    do {
      _ = try makeGuess()
    } catch let error as UnreadableInput where error.lacksColumns {
      let whole = UnreadableInput(
        "\(input.name) has a heading and no rows. \(error.description)")
      throw advice.map(whole.adding) ?? whole
    }
  }

  private func makeGuess() throws -> MappingGuess {
    try MappingGuess(
      columns: names, options: setup.options, others: setup.format.others, knowledge: knowledge,
      hasTimes: setup.times != nil, readsLists: readsLists)
  }

  /// Refuses an input whose columns differ in meaning from those of the first: all are one recording.
  private func checkAgreement(of input: ImportInput) throws {
    guard let guess else { return }
    // Numbers in an unknown unit would be taken for seconds; dates need no unit.
    if let column = guess.strangeTime, decoder?.times.unitBySize != nil {
      throw UnreadableInput(
        "The unit in the name of the column \(column) is not a known unit of time. Give the unit "
          + "with --time-format: s, ms, us, ns, min, h or days.")
    }
    let found = InputAgreement(
      input.name, guess, decoder?.times.unitBySize,
      delimiter: setup.options.delimiter == nil ? delimiter : nil)
    try agreement?.check(found)
    if agreement == nil { agreement = found }
  }

  /// Begins an input. Its columns are mapped at its first row, as some readers have no columns before
  /// it.
  private func begin(_ input: ImportInput, _ number: Int) throws {
    mappedColumns = -1
    self.input = input
    inputNumber = number
    isLateColumnMissed = false
    guess = nil
    if setup.options.isSnapshot,
      let instant = try RowDecoder.instant(of: input, setup.options)
    {
      try checkOnlySnapshot(of: instant, input)
      flow.noteSnapshot(instant)
    }
  }

  /// Refuses a second complete state of the same instant: together they would be a state that never was.
  private func checkOnlySnapshot(of instant: Int64, _ input: ImportInput) throws {
    // A date that the person gives applies to all files, which are then parts of one state.
    guard let source = setup.options.timeSource else { return }
    let other = snapshotNames.updateValue(input.name, forKey: instant)
    guard let other else { return }
    let rename = "Give their names a time of day, such as 2024-06-01T14-30-15, or import"
    throw UnreadableInput(
      "\(other) and \(input.name) are complete states of the same instant, "
        + "\(HBInstant(microseconds: instant).rfc3339Text). \(source == .name ? rename : "Import") "
        + "each by itself with --at DATE.")
  }

  /// - Parameter row: the row that has the new columns.
  private func mapColumns(_ row: InputRow) throws {
    if readsLists { noteLists(row) }
    let isFirst = mappedColumns < 0
    if !isFirst { lateColumns += 1 }
    // A heading names all columns at once.
    guard !isTable || columns.count <= Self.mostTableColumns else {
      throw UnreadableInput(
        "The table has \(columns.count) columns, and at most \(Self.mostTableColumns) can be read.")
    }
    guard isTable || columns.count <= Self.mostColumns, lateColumns <= Self.mostLateColumns else {
      throw UnreadableInput(
        "The input keeps adding columns (\(columns.count) so far); are values used as names?")
    }
    let guess = try makeGuess()
    let isSame = guess.mapping.meansTheSame(as: mapping)
    if !isFirst, !guess.mapping.namesTheSame(as: mapping) { isLateColumnMissed = true }
    if !isFirst, !isSame, tally.rows > 1 {
      knowledge.columns[inputNumber] = names
      throw PassRestart(knowledge: knowledge)
    }
    mapping = guess.mapping
    self.guess = guess
    unnamed.use(guess, ofInput: inputNumber)
    mappedColumns = columns.count
    if summaries.isEmpty {
      let delimiter = resolved.delimiter
      resolved = guess.options
      if resolved.rows == nil { resolved.rows = knowledge.rows }
      if resolved.delimiter == nil { resolved.delimiter = delimiter }
    }
    if !isFirst, differ.cells.hasKept(oneOf: mapping, ofInput: inputNumber) {
      isLateColumnMissed = true
    }
    differ.cells.use(mapping, ofInput: inputNumber, isTable: isTable)
    guard isFirst || !isSame, let input else { return }
    decoder = try RowDecoder(
      setup, knowledge, mapping, guess.options, input: input, names: columns, delimiter: delimiter,
      beginsInput: isFirst, after: decoder)
  }

  /// The metadata keys that are shorter than the names of their columns, in the input that was read last.
  var shortenedKeys: [String: String] { guess?.shortenedKeys ?? [:] }

  private var isTable: Bool { setup.format.format == .csv }

  /// Whether lists of numbers have a type of their own.
  private var readsLists: Bool { setup.format.format == .json }

  private func noteLists(_ row: InputRow) {
    var numbers: [Double] = []
    for (column, name) in columns.names.enumerated()
    where row[column].kind == .json && knowledge.listLengths[name] == nil {
      knowledge.listLengths[name] = MatrixText.numbers(in: row[column].bytes, into: &numbers)
    }
  }

  var columnNames: [String] { columns.names }

  /// The known columns, including those that an earlier pass found further down.
  private var names: [String] {
    for name in knowledge.columns[inputNumber] ?? [] { _ = columns.number(of: name) }
    return columns.names
  }

  /// An input with more columns has names where values should be.
  private static let mostColumns = 2000
  private static let mostTableColumns = 50_000
  /// The most rows that may add columns that no earlier row has.
  private static let mostLateColumns = 300
}

// MARK: - Rows

extension ImportPass {
  private func take(_ row: InputRow) throws {
    tally.rows += 1
    if tally.rows &- reported >= Self.rowsBetweenReports { try report() }
    if columns.count != mappedColumns { try mapColumns(row) }
    if row.isUnterminated {
      tally.tornLines.append(row.place)
      return
    }
    if let space = mapping.space {
      // A name of blanks alone could not be typed again.
      if row[space].isEmpty || row[space].isBlank {
        tally.faults.add(
          RowFault(.noSpace, at: row.place, column: columns.names[space], found: "empty"))
        return
      }
      guard belongs(row[space]) else {
        tally.rowsElsewhere += 1
        return
      }
    }
    var result = RowDecoder.Result.none
    try decoder?.decode(row, &differ, &result)
    switch result {
    case .none: break
    case .sample(let sample):
      differ.cells.encode(row, into: &cellBytes)
      tally.note(sample.instant)
      if unnamed.isActive {
        unnamed.note(row, sample.instant, hasTies: flow.manner != .direct)
      }
      try flow.take(sample, cellBytes, &differ)
      if flow.restart != nil || decoder?.isOnTrial == true { try restart() }
    case .notSeen(let instant):
      tally.note(instant)
      tally.noteUnseen(row.place)
      flow.notePassing(instant)
    case .timeless: tally.noteTimeless(row.place)
    case .bad(let fault):
      try restart()
      tally.faults.add(fault)
    }
  }

  /// Starts again if an assumption was wrong.
  private func restart() throws {
    if let known = flow.restart ?? decoder?.restart(knowledge, names: columns.names) {
      throw PassRestart(knowledge: known)
    }
  }

  /// Returns whether a row belongs to the space that is being filled.
  private func belongs(_ cell: InputCell) -> Bool {
    if !tally.lastSpace.elementsEqual(cell.bytes) {
      tally.lastSpace = Array(cell.bytes)
      let name = cell.text
      if !tally.spaceNames.contains(name) { tally.spaceNames.append(name) }
      // Compared as text, not by bytes: two spellings of one name are one space.
      isInSpace = name == setup.options.onlySpace
    }
    return isInSpace
  }

  private static let rowsBetweenReports = 32_768

  private func report() throws {
    reported = tally.rows
    try setup.progress(
      ImportProgress(
        phase: setup.phase, bytes: min(meter.count, setup.totalBytes), totalBytes: setup.totalBytes,
        rows: tally.rows,
        pass: pass))
  }

  /// Checks what only the whole input can show.
  private func checkWhole() throws {
    var known = knowledge
    if tally.instants == nil {
      decoder?.learnFromFaults(&known)
    } else {
      known.columns.merge(missedColumns) { $1 }
      try decoder?.learnAtEnd(&known)
    }
    if known != knowledge { throw PassRestart(knowledge: known) }
  }
}
