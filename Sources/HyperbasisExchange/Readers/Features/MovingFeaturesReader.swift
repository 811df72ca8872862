import HyperbasisAnchorLog
import HyperbasisModels

/// Reads the rows of OGC Moving Features JSON: one for each instant at which a feature has a point or a
/// new property.
///
/// Columns as in GeoJSON; `time` is text or a number of milliseconds. Properties hold until their next
/// value, and so does the place if a property changes between two points.
struct MovingFeaturesReader: RowReader {
  let source: any ByteSource
  let input: Int
  private var builder = RowBuilder(columns: RowBuilder.featureColumns)

  init(_ source: any ByteSource, input: Int) {
    self.source = source
    self.input = input
  }

  var columns: ColumnNames { builder.columns }

  var form: String { "Moving Features JSON" }

  var placeWord: String { "feature" }

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    try FeatureDocument(source: source, input: input).forEach(fault: fault) { object, place in
      let feature = try MovingFeature(object, place)
      for moment in feature.moments {
        cells(of: feature)
        builder.setPoint(moment.point)
        builder.set("time", moment.time)
        for (name, value) in moment.properties.sorted(by: { $0.key < $1.key }) {
          builder.setProperty(name, value, taken: feature.taken)
        }
        try builder.emit(at: place, row)
      }
    }
  }

  private mutating func cells(of feature: MovingFeature) {
    if let id = feature.id { builder.set("id", plain: id) }
    for (name, value) in feature.properties.sorted(by: { $0.key < $1.key }) {
      builder.setProperty(name, value, taken: feature.taken)
    }
  }
}

/// One feature, with its positions and properties over time.
private struct MovingFeature {
  let id: String?
  let properties: [String: AnyCodableValue]
  /// In chronological order.
  let moments: [Moment]

  struct Moment {
    let time: AnyCodableValue
    let point: [Double]
    let properties: [String: AnyCodableValue]
  }

  /// The names that properties cannot have, since they are columns of their own.
  var taken: Set<String> { ["id", "lon", "lat", "alt", "time"] }

  init(_ feature: [String: AnyCodableValue], _ place: InputPlace) throws {
    properties = FeatureMembers.properties(of: feature)
    id =
      FeatureMembers.id(of: feature) ?? FeatureMembers.id(of: properties)
      ?? properties["name"]?.stringValue
    var course = FeatureCourse(place)
    try course.addPoints(of: feature)
    try course.addProperties(of: feature)
    moments = course.moments
  }
}

/// What becomes known about a feature at each instant.
private struct FeatureCourse {
  private let place: InputPlace
  private var news: [HBInstant: News] = [:]

  private struct News {
    let time: AnyCodableValue
    var point: [Double]?
    var properties: [String: AnyCodableValue] = [:]
  }

  init(_ place: InputPlace) {
    self.place = place
  }

  mutating func addPoints(of feature: [String: AnyCodableValue]) throws {
    guard let geometry = feature["temporalGeometry"]?.dictionaryValue,
      let times = geometry["datetimes"]?.arrayValue,
      let points = geometry["coordinates"]?.arrayValue
    else {
      throw RowFault(.damaged, at: place, found: "the feature has no temporalGeometry with points")
    }
    guard geometry["type"]?.stringValue == "MovingPoint" else {
      throw RowFault(.damaged, at: place, found: "only a MovingPoint has a place")
    }
    guard times.count == points.count else {
      throw RowFault(
        .damaged, at: place, found: FeatureMembers.miscount(points.count, times.count))
    }
    for (time, point) in zip(times, points) {
      guard let numbers = FeatureMembers.point(point) else {
        throw RowFault(
          .notNumber, at: place, column: "coordinates",
          found: "a point is not two or three numbers")
      }
      news[try instant(time), default: News(time: time)].point = Array(numbers.prefix(3))
    }
  }

  mutating func addProperties(of feature: [String: AnyCodableValue]) throws {
    for group in feature["temporalProperties"]?.arrayValue ?? [] {
      let members = group.dictionaryValue ?? [:]
      let times = members["datetimes"]?.arrayValue ?? []
      for (name, member) in members where name != "datetimes" {
        // A series may be shorter than its list of times.
        for (time, value) in zip(times, member.dictionaryValue?["values"]?.arrayValue ?? []) {
          news[try instant(time), default: News(time: time)].properties[name] = value
        }
      }
    }
  }

  /// The instants from the first point on, each with everything that holds then.
  var moments: [MovingFeature.Moment] {
    var point: [Double]?
    var properties: [String: AnyCodableValue] = [:]
    return news.sorted { $0.key < $1.key }.compactMap { _, news in
      point = news.point ?? point
      properties.merge(news.properties) { _, new in new }
      return point.map {
        MovingFeature.Moment(time: news.time, point: $0, properties: properties)
      }
    }
  }

  private func instant(_ time: AnyCodableValue) throws -> HBInstant {
    // A time without a zone is UTC.
    if let text = time.stringValue,
      let instant = HBInstant(rfc3339: text) ?? HBInstant(rfc3339: text + "Z")
    {
      return instant
    }
    if let milliseconds = time.doubleOrInt, abs(milliseconds) < 9e15 {
      return HBInstant(microseconds: Int64((milliseconds * 1000).rounded(.down)))
    }
    throw RowFault(
      .noSuchDay, at: place, column: "datetimes",
      found: "a time is neither a date nor milliseconds")
  }
}
