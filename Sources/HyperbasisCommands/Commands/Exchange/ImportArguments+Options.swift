import Foundation
import Hyperbasis
import HyperbasisExchange
import HyperbasisWording

extension ImportArguments {
  /// Returns the given options in the form that the import engine takes.
  ///
  /// - Parameter instant: reads a date.
  func options(
    format: ImportFormat?, instant: (String) throws -> HBInstant
  ) throws -> ImportOptions {
    var options = ImportOptions()
    options.format = format
    try setAnchors(of: &options)
    try setTime(of: &options, instant)
    try setPlace(of: &options)
    try setMetadata(of: &options)
    try setAbsence(of: &options)
    try setReading(of: &options)
    return options
  }

  private func setAnchors(of options: inout ImportOptions) throws {
    options.spaceColumn = anchors.spaceColumn
    guard anchors.space == nil || anchors.spaceColumn == nil else {
      throw CommandFailure.usage(
        "--space and --space-column each say which space a row belongs to; give one of them")
    }
    options.id = anchors.id
    options.anchorName = anchors.anchorName
    options.takesIdFromName = anchors.idFrom != nil
    options.rekeys = anchors.rekey
    let ways = [anchors.id != nil, anchors.anchorName != nil, anchors.idFrom != nil]
    guard ways.count(where: { $0 }) <= 1 else {
      throw CommandFailure.usage(
        "--id, --as and --id-from each say which anchor a row belongs to; give one of them")
    }
  }

  private func setTime(
    of options: inout ImportOptions, _ instant: (String) throws -> HBInstant
  ) throws {
    options.time = Self.list(time.time)
    if let text = time.timeFormat {
      guard let format = TimeFormat(text) else {
        throw CommandFailure.usage("--time-format is empty; give for example --time-format ms")
      }
      guard format.isReadable else {
        throw CommandFailure.usage(
          "\"\(text)\" is not a date format; \(TimeFormat.patternAdvice)")
      }
      options.timeFormat = format
    }
    if let name = time.zone {
      guard ZoneName.zone(name) != nil else {
        throw CommandFailure.usage(
          "\"\(name)\" is not a time zone; give for example --zone \(ZoneName.examples)")
      }
      options.zone = name
    }
    if let text = time.rate {
      let rate = try PlaceArguments.number(
        text, option: "rate", unit: "hertz", example: "30", minimum: 0)
      guard rate > 0 else {
        throw CommandFailure.usage("a rate of 0 has no instants; give for example --rate 25")
      }
      options.rate = rate
    }
    options.start = try time.start.map(instant)
    options.date = try time.at.map(instant)
    options.timeSource = time.timeFrom
  }

  private func setPlace(of options: inout ImportOptions) throws {
    options.position = Self.list(place.position)
    options.latitude = place.lat
    options.longitude = place.lon
    options.altitude = place.alt
    if let text = place.origin {
      let numbers = Self.list(text).map { Double($0) }
      guard (2...3).contains(numbers.count), numbers.allSatisfy({ $0?.isFinite ?? false }) else {
        throw CommandFailure.usage(
          "\"\(text)\" is not a place; give --origin as two or three numbers, such as 48.1,11.5")
      }
      options.origin = numbers.compactMap { $0 }
    }
    if let axes = place.axes { try Self.check(axes: axes) }
    options.axes = place.axes
    options.unit = place.unit
    options.quaternion = Self.list(place.quaternion)
    options.yaw = place.yaw
    options.bearing = place.bearing
    options.theta = place.theta
    options.angle = place.angle
    options.matrix = Self.list(place.matrix)
    options.matrixOrder = place.matrixOrder
  }

  private static func check(axes: String) throws {
    do {
      _ = try AxisConvention.named(axes)
    } catch .mixedHands {
      throw CommandFailure.usage(
        "the axes \(axes) are left-handed on one side and right-handed on the other; a body turns "
          + "as its world does")
    } catch .unknown(let text) {
      throw CommandFailure.usage(
        "\"\(text)\" names no axes; give one of \(AxisConvention.presetNames.joined(separator: ", ")), "
          + "or three of the letters r l u d f b, or e w n s u d, such as rub/rdf")
    }
  }

  private func setMetadata(of options: inout ImportOptions) throws {
    options.columns = Self.list(metadata.columns)
    options.keep = metadata.keep
    options.drop = metadata.drop
    options.text = metadata.text
    for text in metadata.set {
      let piece = try MetadataArguments.piece(text)
      options.set[piece.key] = piece.value
    }
    options.empty = metadata.empty
    options.actorColumn = metadata.actorColumn
  }

  private func setAbsence(of options: inout ImportOptions) throws {
    options.isSnapshot = absence.snapshot
    options.goneAfter = try absence.goneAfter.map { try Self.duration($0, option: "gone-after") }
    if let text = absence.deletedWhen {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw CommandFailure.usage(
          "\"\(text)\" is not COLUMN=VALUE; give for example --deleted-when event=remove")
      }
      options.deletedWhen = CellTest(
        column: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
    }
    if let text = absence.minMove {
      options.leastMove = try PlaceArguments.length(text, option: "min-move")
    }
    if let text = absence.minTurn {
      options.leastTurn = try PlaceArguments.turn(text)
    }
    if let text = absence.every {
      options.leastInterval = try Self.duration(text, option: "every")
    }
  }

  private func setReading(of options: inout ImportOptions) throws {
    options.skipsBadRows = reading.skipBad
    options.rows = reading.rows
    if let delimiter = reading.delimiter {
      guard delimiter.count == 1 || ["tab", "blank"].contains(delimiter) else {
        throw CommandFailure.usage(
          "\"\(delimiter)\" is not one character; give for example --delimiter ';' or "
            + "--delimiter tab")
      }
      options.delimiter = delimiter
    }
    if let decimal = reading.decimal {
      guard decimal == "." || decimal == "," else {
        throw CommandFailure.usage("the decimal sign is a full stop or a comma: --decimal ,")
      }
      options.decimal = decimal
    }
    options.encoding = reading.encoding
  }

  private static func list(_ text: String?) -> [String] {
    text?.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) } ?? []
  }

  private static func duration(_ text: String, option: String) throws -> Int64 {
    guard let microseconds = UnitAmount.microseconds(text), microseconds >= 0 else {
      throw CommandFailure.usage(
        "\"\(text)\" is not a length of time; give for example --\(option) 2s, 5m or 1h")
    }
    return microseconds
  }
}
