import HyperbasisAnchorLog

/// The formats whose documents state what they hold.
extension ReadableFormat {
  static let geojson = ReadableFormat(
    .geojson, preset: .degrees(time: nil),
    recognise: { head in
      guard head.isJSON else { return .no }
      if head.pathExtension == "geojson" { return .certain }
      return head.holds("\"FeatureCollection\"") || head.holds("\"geometry\"") ? .likely : .no
    },
    makeReader: { GeoJSONReader($0.input.source, input: $0.number) })

  static let movingFeatures = ReadableFormat(
    .mfjson, preset: .degrees(time: "time"),
    recognise: { $0.isJSON && $0.holds("\"temporalGeometry\"") ? .certain : .no },
    makeReader: { MovingFeaturesReader($0.input.source, input: $0.number) })

  static let gpx = ReadableFormat(
    .gpx, preset: .degrees(time: "time"),
    recognise: { head in
      guard head.firstByte == UInt8(ascii: "<") else { return .no }
      return head.holds("gpx") ? .certain : .no
    },
    makeReader: { GPXReader($0.input.source, input: $0.number) })

  static let roomPlan = ReadableFormat(
    .roomplan, preset: .room { $0.matrix = ["transform"] },
    recognise: { head in
      head.isJSON && head.holds("\"walls\"") && head.holds("\"identifier\"") ? .certain : .no
    },
    makeReader: { RoomPlanReader($0.input.source, input: $0.number) })

  static let mruk = ReadableFormat(
    .mruk,
    preset: .room {
      $0.position = ["x", "y", "z"]
      $0.quaternion = ["qx", "qy", "qz", "qw"]
      $0.axes = "unity"
    },
    recognise: { head in
      head.isJSON && head.holds("\"Rooms\"") && head.holds("\"Anchors\"") ? .certain : .no
    },
    makeReader: { MRUKReader($0.input.source, input: $0.number) })

  static let worldMap = ReadableFormat(
    .worldmap, preset: .room { $0.matrix = ["transform"] },
    recognise: { head in
      guard head.bytes.starts(with: Array("bplist0".utf8)) else { return .no }
      return head.holds("NSKeyedArchiver") ? .likely : .possible
    },
    makeReader: { WorldMapReader($0.input.source, input: $0.number) })

  static let documents: [ReadableFormat] = [
    movingFeatures, exportedFeatures, geojson, gpx, roomPlan, mruk, worldMap,
  ]
}

extension ImportOptions {
  static func degrees(time: String?) -> ImportOptions {
    var options = ImportOptions()
    if let time { options.time = [time] }
    options.latitude = "lat"
    options.longitude = "lon"
    options.altitude = "alt"
    return options
  }

  /// Returns the options for a file that is one complete state.
  fileprivate static func room(_ change: (inout ImportOptions) -> Void) -> ImportOptions {
    var options = ImportOptions()
    options.id = "id"
    options.isSnapshot = true
    change(&options)
    return options
  }
}

extension InputHead {
  /// The bytes without a byte order mark.
  var text: ArraySlice<UInt8> {
    bytes.dropFirst(bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0)
  }

  /// The first byte that is neither a blank nor part of a byte order mark.
  var firstByte: UInt8? {
    bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  var isJSON: Bool { firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[") }

  /// Returns whether a text occurs anywhere in the head.
  func holds(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
}
