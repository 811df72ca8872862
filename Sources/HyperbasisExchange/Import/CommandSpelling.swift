import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Spells out options as the words of a command.
struct CommandSpelling {
  private(set) var words = ["import"]

  init(options: ImportOptions, files: [String], times: String?, space: String?) {
    if let format = options.format { words.append(format.rawValue) }
    // The name of a file that begins with a dash would be taken for an option.
    words += files.map { $0.hasPrefix("-") && $0 != "-" ? "./\($0)" : $0 }
    // A column names the spaces of all rows.
    if options.spaceColumn == nil { add("--space", space) }
    add("--space-column", options.spaceColumn)
    addReading(options)
    addAnchors(options)
    addTime(options, times)
    addPlace(options)
    addTurn(options)
    addMetadata(options)
    addAbsence(options)
    addThinning(options)
  }

  private mutating func add(_ option: String, _ value: String?) {
    guard let value else { return }
    // A value that begins with a dash would be taken for an option.
    if value.hasPrefix("-") {
      words.append("\(option)=\(value)")
    } else {
      words += [option, value]
    }
  }

  private mutating func add(_ flag: String, if isSet: Bool) {
    if isSet { words.append(flag) }
  }

  private mutating func add(_ option: String, list: [String]) {
    if !list.isEmpty { add(option, list.joined(separator: ",")) }
  }
}

extension ImportOptions {
  /// Returns the command-line names of the options in use that say how to read rows, except for bad rows.
  package func namesOfRowOptions(hasTimes: Bool) -> [String] {
    var options = self
    options.format = nil
    options.skipsBadRows = false
    let spelling = CommandSpelling(
      options: options, files: [], times: hasTimes ? "" : nil, space: nil)
    var names: [String] = []
    for word in spelling.words where word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

extension CommandSpelling {
  private mutating func addReading(_ options: ImportOptions) {
    add("--rows", options.rows)
    add("--delimiter", options.delimiter)
    add("--decimal", options.decimal)
    add("--encoding", options.encoding?.rawValue)
    add("--columns", list: options.columns)
    add("--skip-bad", if: options.skipsBadRows)
  }

  private mutating func addAnchors(_ options: ImportOptions) {
    add("--id", options.id)
    add("--as", options.anchorName)
    if options.takesIdFromName { add("--id-from", "name") }
    add("--rekey", if: options.rekeys)
  }

  private mutating func addTime(_ options: ImportOptions, _ times: String?) {
    add("--time", list: options.time)
    add("--time-format", options.timeFormat?.description)
    add("--zone", options.zone)
    add("--times", times)
    add("--rate", options.rate.map(Self.text))
    add("--start", options.start?.rfc3339Text)
    add("--at", options.date?.rfc3339Text)
    add("--time-from", options.timeSource?.rawValue)
  }

  private mutating func addPlace(_ options: ImportOptions) {
    add("--position", list: options.position)
    add("--lat", options.latitude)
    add("--lon", options.longitude)
    add("--alt", options.altitude)
    add("--origin", list: (options.origin ?? []).map(Self.text))
    add("--axes", options.axes)
    add("--unit", options.unit?.rawValue)
  }

  private mutating func addTurn(_ options: ImportOptions) {
    add("--quaternion", list: options.quaternion)
    add("--yaw", options.yaw)
    add("--bearing", options.bearing)
    add("--theta", options.theta)
    add("--angle", options.angle?.rawValue)
    add("--matrix", list: options.matrix)
    add("--matrix-order", options.matrixOrder?.rawValue)
  }

  private mutating func addMetadata(_ options: ImportOptions) {
    for column in options.keep { add("--keep", column) }
    for column in options.drop { add("--drop", column) }
    for column in options.text { add("--text", column) }
    for (key, value) in options.set.sorted(by: { $0.key < $1.key }) {
      add("--set", "\(key)=\(Self.text(value))")
    }
    if options.empty != .unset { add("--empty", options.empty.rawValue) }
    add("--actor-column", options.actorColumn)
  }

  private mutating func addAbsence(_ options: ImportOptions) {
    add("--snapshot", if: options.isSnapshot)
    add("--gone-after", options.goneAfter.map(Self.duration))
    add("--deleted-when", options.deletedWhen.map { "\($0.column)=\($0.value)" })
  }

  private mutating func addThinning(_ options: ImportOptions) {
    if options.leastMove > 0 { add("--min-move", Self.text(options.leastMove) + "m") }
    if options.leastTurn > 0 { add("--min-turn", Self.text(options.leastTurn)) }
    if options.leastInterval > 0 { add("--every", Self.duration(options.leastInterval)) }
  }
}

extension CommandSpelling {
  private static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns text as it is if it would not be read as something else, otherwise JSON.
  private static func text(_ value: AnyCodableValue) -> String {
    if let text = value.stringValue, (try? JSONParser.parse(Array(text.utf8))) == nil {
      return text
    }
    return (try? JSONWriter.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func duration(_ microseconds: Int64) -> String {
    text(Double(microseconds) / 1_000_000) + "s"
  }
}
