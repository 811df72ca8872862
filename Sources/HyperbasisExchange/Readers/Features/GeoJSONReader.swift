import HyperbasisAnchorLog
import HyperbasisModels

/// Reads the rows of a GeoJSON document (RFC 7946): one for each point, and one for each point of a
/// line.
///
/// Columns: `id` if features have one, `lon`, `lat`, `alt` (degrees and metres; longitude comes first
/// in the format), `time` of lines, and the properties by name. A feature without geometry is a row
/// without a place: not seen.
struct GeoJSONReader: RowReader {
  let source: any ByteSource
  let input: Int
  /// Whether the features are the states of a store, whose metadata are kept as they are.
  private let isExported: Bool
  private var builder: RowBuilder

  init(_ source: any ByteSource, input: Int, isExported: Bool = false) {
    self.source = source
    self.input = input
    self.isExported = isExported
    let own = isExported ? ["type", "bearing", ReservedColumn.transform] : []
    builder = RowBuilder(columns: RowBuilder.featureColumns + own)
  }

  var columns: ColumnNames { builder.columns }

  var form: String { "GeoJSON" }

  var placeWord: String { "feature" }

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    try FeatureDocument(source: source, input: input).forEach(fault: fault) { feature, place in
      try self.feature(feature, place, row)
    }
  }

  private mutating func feature(
    _ feature: [String: AnyCodableValue], _ place: InputPlace, _ row: (InputRow) throws -> Void
  ) throws {
    guard feature["type"] == .string("Feature") else {
      throw RowFault(.damaged, at: place, found: "this is not a GeoJSON feature")
    }
    let points = try points(of: feature, place)
    for point in points {
      cells(of: feature)
      if let numbers = point.numbers { builder.setPoint(numbers) }
      if let time = point.time { builder.set("time", time) }
      try builder.emit(at: place, row)
    }
  }

  private mutating func cells(of feature: [String: AnyCodableValue]) {
    var taken: Set<String> = ["lon", "lat", "alt"]
    if let id = FeatureMembers.id(of: feature) {
      builder.set("id", plain: id)
      taken.insert("id")
    }
    let properties = FeatureMembers.properties(of: feature)
    for name in properties.keys.sorted() {
      guard let value = properties[name], isExported || !Self.timeLists.contains(name) else {
        continue
      }
      if isExported, value == .null {
        builder.setNull(name)
      } else {
        builder.setProperty(name, value, taken: taken)
      }
    }
  }

  private struct Point {
    /// Longitude, latitude, altitude; nil if the feature was not seen.
    var numbers: [Double]?
    var time: AnyCodableValue?
  }

  private static let timeLists: Set = ["coordTimes", "times", "coordinateProperties"]

  private func points(
    of feature: [String: AnyCodableValue], _ place: InputPlace
  ) throws -> [Point] {
    guard let geometry = feature["geometry"]?.dictionaryValue else { return [Point()] }
    let coordinates = geometry["coordinates"] ?? .null
    switch geometry["type"]?.stringValue {
    case "Point"?:
      if coordinates.arrayValue?.isEmpty == true { return [Point()] }
      guard let numbers = FeatureMembers.point(coordinates) else { throw badPoint(place) }
      return [Point(numbers: Array(numbers.prefix(3)))]
    case "LineString"?:
      return try line(coordinates.arrayValue ?? [], times(of: feature), place)
    case "MultiLineString"?:
      let lines = coordinates.arrayValue?.compactMap(\.arrayValue) ?? []
      let times = times(of: feature)
      let flat =
        times.contains { $0.arrayValue != nil } ? times.flatMap { $0.arrayValue ?? [] } : times
      return try line(lines.flatMap { $0 }, flat, place)
    case let type:
      throw RowFault(
        .damaged, at: place, found: "a \(type ?? "geometry without a type") has no single place")
    }
  }

  private func line(
    _ points: [AnyCodableValue], _ times: [AnyCodableValue], _ place: InputPlace
  ) throws -> [Point] {
    guard times.isEmpty || times.count == points.count else {
      throw RowFault(
        .damaged, at: place, found: FeatureMembers.miscount(points.count, times.count))
    }
    return try points.enumerated().map { number, point in
      guard let numbers = FeatureMembers.point(point) else { throw badPoint(place) }
      let time = numbers.count == 4 ? AnyCodableValue.double(numbers[3]) : nil
      return Point(
        numbers: Array(numbers.prefix(3)), time: times.isEmpty ? time : times[number])
    }
  }

  /// Returns the instants of a line's points: a list among the properties, under one of its usual names.
  private func times(of feature: [String: AnyCodableValue]) -> [AnyCodableValue] {
    let properties = FeatureMembers.properties(of: feature)
    let nested = properties["coordinateProperties"]?.dictionaryValue?["times"]
    return (properties["coordTimes"] ?? properties["times"] ?? nested)?.arrayValue ?? []
  }

  private func badPoint(_ place: InputPlace) -> RowFault {
    RowFault(
      .notNumber, at: place, column: "coordinates", found: "a point is not two to four numbers")
  }
}
