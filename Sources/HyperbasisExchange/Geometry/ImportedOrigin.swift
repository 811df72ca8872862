package import HyperbasisModels

/// From where an import measures places. What is imported into the same space later is measured from there
/// as well: otherwise anchors that never moved would seem to have.
package enum ImportedOrigin: Hashable, Sendable {
  /// From a place on the earth: the source is in degrees.
  case place(GeoProjection)
  /// From a point of the source, in metres.
  ///
  /// - Parameter axes: the code of the axes in which the point is given; nil if that is not known.
  case offset(SIMD3<Double>, axes: String?)
}

extension ImportedOrigin {
  /// The three numbers that ``ImportOptions/origin`` takes.
  var numbers: [Double] {
    switch self {
    case .place(let place): [place.latitude, place.longitude, place.altitude]
    case .offset(let point, _): [point.x, point.y, point.z]
    }
  }

  /// Whether places that are measured from the two fit together.
  func fits(_ other: ImportedOrigin) -> Bool {
    switch (self, other) {
    case (.place(let one), .place(let other)): one == other
    case (.offset(let one, let axes), .offset(let other, let otherAxes)):
      one == other && (axes == nil || otherAxes == nil || axes == otherAxes)
    default: false
    }
  }

  /// Returns the point to subtract in the axes of a source, in metres; nil if it is not known in these.
  func offset(inAxes code: String) -> SIMD3<Double>? {
    guard case .offset(let point, let axes) = self, axes == nil || axes == code else { return nil }
    return point
  }
}

// MARK: - Records

extension ImportedOrigin {
  /// Creates the origin that the record of an import contains: `{latitude, longitude, altitude}` or
  /// `{position: [x, y, z], axes}`; nil for anything else.
  package init?(record: [String: AnyCodableValue]) {
    if let latitude = record["latitude"]?.doubleValue,
      let longitude = record["longitude"]?.doubleValue
    {
      let altitude = record["altitude"]?.doubleValue ?? 0
      guard latitude.magnitude <= 90, longitude.magnitude <= 360, altitude.isFinite else {
        return nil
      }
      self = .place(
        GeoProjection(latitude: latitude, longitude: longitude, altitude: altitude))
      return
    }
    let numbers = record["position"]?.arrayValue?.compactMap(\.doubleValue) ?? []
    guard 2...3 ~= numbers.count, numbers.allSatisfy(\.isFinite) else { return nil }
    self = .offset(
      SIMD3(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0),
      axes: record["axes"]?.stringValue)
  }

  package var record: [String: AnyCodableValue] {
    switch self {
    case .place(let place):
      return [
        "latitude": .double(place.latitude), "longitude": .double(place.longitude),
        "altitude": .double(place.altitude),
      ]
    case .offset(let point, let axes):
      var record: [String: AnyCodableValue] = [
        "position": .array([.double(point.x), .double(point.y), .double(point.z)])
      ]
      if let axes { record["axes"] = .string(axes) }
      return record
    }
  }
}
