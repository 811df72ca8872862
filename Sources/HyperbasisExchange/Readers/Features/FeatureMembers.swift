import HyperbasisModels

/// What GeoJSON and related formats share: features with an id and properties, coordinates in degrees.
enum FeatureMembers {
  /// Returns the feature's own id as text; nil if it has none.
  static func id(of feature: [String: AnyCodableValue]) -> String? {
    switch feature["id"] {
    case .string(let text)?: text
    case .int(let number)?: "\(number)"
    case .double(let number)?: "\(number)"
    default: nil
    }
  }

  static func properties(of feature: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    feature["properties"]?.dictionaryValue ?? [:]
  }

  /// Returns what is wrong if points and times do not pair up.
  static func miscount(_ points: Int, _ times: Int) -> String {
    "\(points == 1 ? "1 point has" : "\(points) points have") "
      + (times == 1 ? "1 time" : "\(times) times")
  }

  /// Returns the numbers of one point, longitude first; nil if they are not two to four finite numbers.
  static func point(_ value: AnyCodableValue) -> [Double]? {
    guard let items = value.arrayValue, (2...4).contains(items.count) else { return nil }
    let numbers = items.compactMap(\.doubleOrInt)
    return numbers.count == items.count ? numbers : nil
  }
}

extension AnyCodableValue {
  /// The number of an integer or a floating-point value.
  var doubleOrInt: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

extension RowBuilder {
  /// The columns that every feature has, whatever its properties are.
  static let featureColumns = ["id", "lon", "lat", "alt", "time"]

  mutating func setPoint(_ point: [Double]) {
    set("lon", point[0])
    set("lat", point[1])
    if point.count > 2 { set("alt", point[2]) }
  }

  /// Sets a property under its name, or under another one if the feature itself has one of that name.
  mutating func setProperty(_ name: String, _ value: AnyCodableValue, taken: Set<String>) {
    set(taken.contains(name) ? "\(name)_2" : name, value)
  }
}
