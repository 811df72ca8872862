import HyperbasisModels

// GeoJSON that this program exported: its features are the states after events, including deletions, so
// nothing is guessed.

extension ReadableFormat {
  /// Collections as ``GeoJSONWriter`` writes them.
  static let exportedFeatures = ReadableFormat(
    .geojson, preset: .exportedFeatures,
    presetOfHead: { head in
      var options = ImportOptions()
      options.origin = ExportedFeatures(head)?.origin
      return options
    },
    holdsAnyTransform: true,
    recognise: { ExportedFeatures($0) == nil ? .no : .certain },
    makeReader: { GeoJSONReader($0.input.source, input: $0.number, isExported: true) })
}

extension ImportOptions {
  fileprivate static let exportedFeatures = {
    var options = degrees(time: "time")
    options.id = "id"
    options.deletedWhen = CellTest(column: "type", value: HBAnchorEvent.EventType.deleted.rawValue)
    options.drop = ["type"]
    options.bearing = "bearing"
    options.angle = .degrees
    options.matrix = [ReservedColumn.transform]
    options.matrixOrder = .columns
    return options
  }()
}

/// The beginning of a collection that this program exported.
private struct ExportedFeatures {
  /// Latitude, longitude, altitude; nil if written by an older version, which did not state the origin.
  let origin: [Double]?

  /// How many bytes of an input are examined.
  private static let length = 2048
  private static let opening = #"{"type":"FeatureCollection","#
  private static let ownMember = "\"\(GeoJSONWriter.ownMember)\":{\"origin\":["
  private static let firstPoint =
    #""features":[{"type":"Feature","geometry":{"type":"Point","coordinates":["#

  /// Returns nil for any other input.
  init?(_ head: InputHead) {
    // Programs that reformat JSON keep the order of its members.
    let text = Array(head.bytes.prefix(Self.length).filter { $0 > 0x20 })
    guard let rest = text[...].dropping(Self.opening) else { return nil }
    if let numbers = rest.dropping(Self.ownMember) {
      guard let origin = Self.origin(numbers.prefix { $0 != UInt8(ascii: "]") }) else { return nil }
      self.origin = origin
      return
    }
    guard let point = rest.dropping(Self.firstPoint),
      Self.isOwn(properties: point.drop { $0 != UInt8(ascii: "]") })
    else { return nil }
    origin = nil
  }

  private static func origin(_ bytes: ArraySlice<UInt8>) -> [Double]? {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ",").map { Double($0) }
    let numbers = parts.compactMap { $0 }
    guard parts.count == 3, numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
    return [numbers[1], numbers[0], numbers[2]]
  }

  /// Returns whether the properties begin with an id, a time and the type of an event.
  private static func isOwn(properties: ArraySlice<UInt8>) -> Bool {
    guard let id = properties.dropping(#"]},"properties":{"id":""#),
      let time = id.dropFirst(36).dropping(#"","time":""#),
      let type = time.drop(while: { $0 != UInt8(ascii: "\"") }).dropping(#"","type":""#)
    else { return false }
    let word = String(decoding: type.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    return HBAnchorEvent.EventType(rawValue: word) != nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns what follows a text; nil if the bytes do not begin with it.
  fileprivate func dropping(_ text: String) -> ArraySlice<UInt8>? {
    starts(with: text.utf8) ? dropFirst(text.utf8.count) : nil
  }
}
