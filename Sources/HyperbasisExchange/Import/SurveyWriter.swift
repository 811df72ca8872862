import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// Puts into words what a pass understood.
struct SurveyWriter {
  private(set) var survey: ImportSurvey
  private let pass: ImportPass
  private let setup: PassSetup

  init(
    _ pass: ImportPass, _ setup: PassSetup, _ summaries: [InputSummary], _ operation: UUID
  ) throws {
    self.pass = pass
    self.setup = setup
    survey = ImportSurvey(options: pass.resolved, operation: operation)
    survey.options.format = setup.format.format
    survey.knowledge = pass.knowledge
    survey.shortenedKeys = pass.shortenedKeys
    survey.takenBack = try pass.differ.takenBack()
    describeInputs(summaries)
    count()
    survey.findings = [anchor, time, place, turn].compactMap { $0 } + metadata + leftOut
    survey.importedOrigin = pass.decoder?.poses.origin
    if survey.options.origin == nil { survey.options.origin = survey.origin }
    if let order = pass.decoder?.poses.orderFound { survey.options.matrixOrder = order }
    if pass.knowledge.decimal != nil { survey.options.decimal = "," }
    addNotes()
  }

  private mutating func describeInputs(_ summaries: [InputSummary]) {
    survey.inputs = summaries.enumerated().map { number, summary in
      var summary = summary
      if number < pass.summaries.count {
        summary.form = pass.summaries[number].form
        summary.rowCount = pass.summaries[number].rowCount
        summary.placeWord = pass.summaries[number].placeWord
      }
      return summary
    }
  }

  private mutating func count() {
    let differ = pass.differ
    survey.rowCount = pass.tally.rows - pass.tally.rowsElsewhere
    survey.faults = pass.tally.faults
    survey.events = differ.counts
    survey.rowsAlreadyThere = differ.rowsAlreadyThere
    survey.rowsLeftOut =
      pass.tally.unseen + pass.tally.timeless + pass.tally.tornLines.count + differ.rowsThinnedOut
      + differ.deletionsOfNothing + pass.flow.replaced
      + (setup.options.skipsBadRows ? pass.tally.faults.count : 0)
    survey.eventsInThePast = differ.eventsInThePast
    survey.firstOverlap = differ.firstOverlap.map(HBInstant.init(microseconds:))
    survey.lateAnchors = Set(differ.lateSlots.lazy.map(differ.log.anchorId(ofSlot:)))
    survey.anchorCount = differ.anchors.namedCount
    survey.absentAnchorCount = differ.absent.count
    survey.instants = pass.tally.range
    survey.spaceNames = pass.tally.spaceNames
  }
}

// MARK: - Findings

extension SurveyWriter {
  private var anchor: Finding? {
    let count = pass.differ.anchors.namedCount
    let anchors = count == 1 ? "1 anchor" : "\(count) anchors"
    switch pass.mapping.anchor {
    case .column(let column):
      let name = survey.options.id ?? ""
      let passedOver = pass.mapping.idCandidates.prefix { $0 != column }.compactMap { other in
        pass.columnNames.indices.contains(other) ? pass.columnNames[other] : nil
      }
      let reason = passedOver.first.map {
        " (\($0) is different in every row: it cannot name anchors)"
      }
      return Finding(topic: .anchor, columns: name, text: anchors + (reason ?? ""))
    case .named(let name): return Finding(topic: .anchor, columns: "", text: "1 anchor, \(name)")
    case .input:
      return Finding(topic: .anchor, columns: "", text: "\(anchors), named after the file")
    }
  }

  private var time: Finding? {
    guard let range = pass.tally.range else { return nil }
    var text = Self.text(range)
    if let times = pass.decoder?.times {
      if times.hasOffsets, !times.hasLocalTimes { text += ", offsets in the file" }
      if times.hasLocalTimes {
        let lack = times.hasOffsets ? "some without a zone" : "no zone in the file"
        text += ", " + (survey.options.zone.map { "local times of \($0)" } ?? lack)
      }
    }
    text += pass.tally.rowsOutOfOrder == 0 ? ", in order" : ", sorted"
    return Finding(topic: .time, columns: survey.options.time.joined(separator: " "), text: text)
  }

  private static func text(_ range: ClosedRange<HBInstant>) -> String {
    func parts(_ instant: HBInstant) -> (day: String, time: String) {
      let text = instant.rfc3339Text.dropLast()
      let parts = text.split(separator: "T", maxSplits: 1)
      return (String(parts[0]), String(parts.last ?? ""))
    }
    let (first, last) = (parts(range.lowerBound), parts(range.upperBound))
    let end = first.day == last.day ? last.time : "\(last.day) \(last.time)"
    return "\(first.day) \(first.time) – \(end) UTC"
  }

  private var place: Finding? {
    guard let poses = pass.decoder?.poses, pass.tally.instants != nil else { return nil }
    switch pass.mapping.place {
    case .degrees:
      let columns = [survey.options.latitude, survey.options.longitude, survey.options.altitude]
      let origin = (poses.origin?.numbers ?? []).map(PoseDecoder.text).map(Self.short)
      var text = "\(pass.mapping.geographicUnit == .radians ? "radians" : "degrees") to metres"
      if origin.count == 3 { text += " about \(origin[0]), \(origin[1]), \(origin[2]) m" }
      return Finding(
        topic: .place, columns: columns.compactMap { $0 }.joined(separator: " "),
        text: text + extent)
    case .lengths, .list:
      return Finding(
        topic: .place, columns: survey.options.position.joined(separator: " "),
        text: "\(Self.unit(pass.mapping.metres)), \(axes)\(subtracted)" + extent)
    case .matrix:
      return Finding(
        topic: .place, columns: matrixColumns,
        text: "\(Self.unit(pass.mapping.metres)), \(axes)\(subtracted)" + extent)
    }
  }

  /// What is subtracted from places because somebody asked for it, in metres.
  private var subtracted: String {
    guard let origin = setup.options.origin else { return "" }
    return ", minus " + origin.map { Self.short($0.description) }.joined(separator: ", ") + " m"
  }

  static func short(_ number: String) -> String {
    number.hasSuffix(".0") ? String(number.dropLast(2)) : number
  }

  private static func unit(_ metres: Double) -> String {
    switch LengthScale.allCases.first(where: { $0.metres == metres }) {
    case .centimetres: "centimetres"
    case .millimetres: "millimetres"
    case .kilometres: "kilometres"
    case .feet: "feet"
    case .inches: "inches"
    case .yards: "yards"
    case .metres, nil: "metres"
    }
  }

  private var axes: String {
    if let axes = survey.options.axes { return "axes \(axes)" }
    if pass.mapping.isFlat { return "east and north" }
    return "x right, y up, z towards the viewer"
  }

  private var extent: String {
    // A single place has no extent.
    guard let size = pass.decoder?.oddities.size, size.x > 0 || size.z > 0 else { return "" }
    return "; \(Self.length(size.x)) × \(Self.length(size.z))"
  }

  static func length(_ metres: Double) -> String {
    if metres >= 1e9 { return String(format: "%.1e m", metres) }
    if metres >= 1000 { return "\(short(((metres / 100).rounded() / 10).description)) km" }
    return "\(short(((metres * 10).rounded() / 10).description)) m"
  }

  private var matrixColumns: String {
    let columns = survey.options.matrix
    guard columns.count > 2 else { return columns.joined(separator: " ") }
    return "\(columns[0]) … \(columns[columns.count - 1])"
  }

  private var turn: Finding? {
    let unit = pass.mapping.angle == .radians ? "radians" : "degrees"
    let options = survey.options
    switch pass.mapping.turn {
    case .none: return nil
    case .quaternion, .quaternionCell:
      return Finding(
        topic: .turn, columns: options.quaternion.joined(separator: " "), text: "a quaternion")
    case .angle:
      if let yaw = options.yaw {
        return Finding(topic: .turn, columns: yaw, text: "\(unit) counter-clockwise about up")
      }
      if let bearing = options.bearing {
        return Finding(topic: .turn, columns: bearing, text: "\(unit) clockwise from north")
      }
      return Finding(
        topic: .turn, columns: options.theta ?? "", text: "\(unit) counter-clockwise from east")
    case .transformCell:
      let angles = [options.bearing, options.yaw, options.theta].compactMap { $0 }
      let columns = options.matrix + angles.prefix(1)
      return Finding(
        topic: .turn, columns: columns.joined(separator: " "),
        text: "a matrix" + (columns.count > 1 ? ", else \(unit) about up" : ""))
    case .matrixColumns, .matrixCell:
      let order = pass.decoder?.poses.orderFound ?? .rows
      return Finding(topic: .turn, columns: matrixColumns, text: "a matrix by \(order.rawValue)")
    }
  }
}

// MARK: - Metadata and what is left out

extension SurveyWriter {
  private var metadata: [Finding] {
    let keys = pass.differ.cells.namesThere
    guard !keys.isEmpty else { return [] }
    let text = "kept" + (restless(keys).map { "; \($0)" } ?? "")
    return [Finding(topic: .metadata, columns: keys.joined(separator: " "), text: text)]
  }

  /// Returns what would be saved by leaving out the keys that change in nearly every row; nil if nothing.
  private func restless(_ keys: [String]) -> String? {
    let seen = max(1, survey.rowCount - survey.anchorCount)
    let updates = pass.differ.keyUpdates
    var restless: [String] = []
    for key in keys where !restless.contains(key) {
      let count = updates.count(of: key)
      if count > 1, count * 10 >= seen * 8 { restless.append(key) }
    }
    let saved = updates.saved(without: Set(restless))
    guard saved > 0 else { return nil }
    let (verb, them) = restless.count == 1 ? ("changes", "it") : ("change", "them")
    let options = restless.map { "--drop \($0)" }.joined(separator: " ")
    return "\(restless.joined(separator: ", ")) \(verb) in nearly every row: \(options) leaves "
      + "\(them) out and saves \(saved) `updated`"
  }

  private var leftOut: [Finding] {
    var lines: [Finding] = []
    func add(_ count: Int, _ one: String, _ many: String, _ place: InputPlace?) {
      guard count > 0 else { return }
      let line = place.map { " (\(count == 1 ? "" : "first: ")\(standing($0)))" } ?? ""
      lines.append(
        Finding(
          topic: .leftOut, columns: "", text: "\(count) \(count == 1 ? one : many)\(line)"))
    }
    let differ = pass.differ
    add(pass.tally.unseen, "row without a place", "rows without a place", pass.tally.firstUnseen)
    add(
      pass.tally.timeless, "row without a time", "rows without a time", pass.tally.firstTimeless)
    add(
      pass.flow.replaced, "row replaced by another of the same anchor and time",
      "rows replaced by others of the same anchor and time", pass.flow.firstReplaced)
    add(
      pass.tally.tornLines.count, "last line that was cut off", "last lines that were cut off",
      pass.tally.tornLines.first)
    add(differ.rowsThinnedOut, "row thinned out", "rows thinned out", nil)
    add(
      differ.deletionsOfNothing, "deletion of an anchor that was not there",
      "deletions of anchors that were not there", nil)
    if setup.options.skipsBadRows {
      add(
        pass.tally.faults.count, "row that cannot be read", "rows that cannot be read",
        pass.tally.faults.first.first?.place)
    }
    return lines
  }

  private func standing(_ place: InputPlace) -> String {
    let text = "\(survey.inputs[place.input].placeWord) \(place.line)"
    return setup.inputs.count > 1 ? "\(setup.inputs[place.input].name) \(text)" : text
  }
}

// MARK: - Notes

extension SurveyWriter {
  private mutating func addNotes() {
    var notes = pass.tally.notes
    if pass.tally.timeless > 0 { notes.append(timelessNote) }
    if let note = unnamedNote { notes.append(note) }
    if let times = pass.decoder?.times { addTimeNotes(times, &notes) }
    if let poses = pass.decoder?.poses { addPlaceNotes(poses, &notes) }
    for key in pass.differ.kinds.mixedKeys where pass.differ.cells.inputNames.contains(key) {
      let column = pass.mapping.metadata.first { $0.key == key }.map { pass.columnNames[$0.column] }
      let option = ShellText.line(["--text", column ?? key])
      notes.append("\(key) has numbers and text; \(option) makes all of it text.")
    }
    addOddities(&notes)
    notes += pass.differ.states.notes(absent: survey.absentAnchorCount)
    survey.notes = notes
  }

  /// The note for rows that are all taken for one anchor, though a column could tell several apart.
  private var unnamedNote: String? {
    guard pass.unnamed.isActive, let (name, count) = pass.unnamed.likeliest else { return nil }
    return "All rows become one anchor; \(ShellText.line(["--id", name])) makes one anchor for "
      + "each of its " + (count.map { "\($0) values." } ?? "values.")
  }

  private var timelessNote: String {
    let rows =
      pass.tally.timeless == 1
      ? "1 row has no time and is left out; "
      : "\(pass.tally.timeless) rows have no time and are left out; "
    return rows + "--at DATE or --time-from mtime gives a time to all of them."
  }

  /// The note for times that are too small to be dates: they may be days as a spreadsheet counts them,
  /// or they count from a start.
  private var relativeNote: String {
    let options = setup.options
    if options.timeFormat == nil, options.rate == nil, pass.mapping.timeUnit == nil,
      let range = pass.tally.range, Self.spreadsheetDays.contains(range.lowerBound.microseconds),
      Self.spreadsheetDays.contains(range.upperBound.microseconds)
    {
      return
        "The times look like the days that a spreadsheet counts: --time-format excel reads them "
        + "as dates. If they are seconds since a start, --start DATE says when the first row was. "
        + "Without either they are in 1970."
    }
    return
      "The times are too small for dates, so they count from a start: --start DATE says when the "
      + "first row was. Without it they are in 1970."
  }

  /// Days from 1954 to 2119 as a spreadsheet counts them, if taken for seconds; in microseconds.
  private static let spreadsheetDays: ClosedRange<Int64> = 20_000_000_000...80_000_000_000

  private func addTimeNotes(_ times: TimeDecoder, _ notes: inout [String]) {
    if times.isRelative, setup.options.startMicroseconds == nil {
      notes.append(relativeNote)
    }
    if times.timesThatOccurTwice > 0 {
      let rows = times.timesThatOccurTwice == 1 ? "1 row" : "\(times.timesThatOccurTwice) rows"
      notes.append("\(rows) in an hour that occurs twice: taken for the earlier one.")
    }
    if times.timesThatDoNotOccur > 0 {
      let rows = times.timesThatDoNotOccur == 1 ? "1 row" : "\(times.timesThatDoNotOccur) rows"
      notes.append(
        "\(rows) in an hour that does not occur, because clocks go forward: read with the offset "
          + "before the change.")
    }
  }

  private func addPlaceNotes(_ poses: PoseDecoder, _ notes: inout [String]) {
    if pass.tally.instants != nil {
      notes += OriginNotes(poses: poses, earlier: setup.target.origin).texts
    }
    if let error = poses.scaleError, error > 0.001 {
      let percent = (error * 1000).rounded() / 10
      notes.append(
        "Far from the origin lengths from west to east are off by up to \(percent) %.")
    }
    if poses.hasAltitudes, let odd = pass.decoder?.oddities, let place = odd.first[.level] {
      notes.append(
        "\(beginning(place)): no altitude, though other rows have one; put at a height of 0 m"
          + "\(more(odd.count[.level])).")
    }
    if poses.roughQuaternions > 0 {
      notes.append(
        poses.roughQuaternions == 1
          ? "1 quaternion is not of length 1; it is scaled."
          : "\(poses.roughQuaternions) quaternions are not of length 1; they are scaled.")
    }
  }

  private func addOddities(_ notes: inout [String]) {
    let odd = pass.decoder?.oddities
    if let place = odd?.first[.jump], let metres = odd?.jump {
      notes.append("\(beginning(place)): a jump of \(Self.length(metres)).")
    }
    if let place = odd?.first[.future] {
      notes.append("\(beginning(place)): in the future\(more(odd?.count[.future])).")
    }
    if let place = odd?.first[.past], pass.decoder?.times.isRelative != true {
      notes.append("\(beginning(place)): before 1990\(more(odd?.count[.past])).")
    }
  }

  private func more(_ count: Int?) -> String {
    guard let count, count > 1 else { return "" }
    return ", and \(count - 1) more"
  }

  /// Returns a place for the beginning of a sentence; the name of a file keeps its case.
  private func beginning(_ place: InputPlace) -> String {
    let text = standing(place)
    return setup.inputs.count > 1 ? text : text.prefix(1).uppercased() + text.dropFirst()
  }
}
