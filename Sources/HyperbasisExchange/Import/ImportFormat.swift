/// A kind of input, by the name that the command line gives it.
public struct ImportFormat: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let csv = ImportFormat(rawValue: "csv")
  public static let json = ImportFormat(rawValue: "json")
  public static let tum = ImportFormat(rawValue: "tum")
  public static let euroc = ImportFormat(rawValue: "euroc")
  public static let kitti = ImportFormat(rawValue: "kitti")
  public static let arkit = ImportFormat(rawValue: "arkit")
  public static let geojson = ImportFormat(rawValue: "geojson")
  public static let mfjson = ImportFormat(rawValue: "mfjson")
  public static let gpx = ImportFormat(rawValue: "gpx")
  public static let roomplan = ImportFormat(rawValue: "roomplan")
  public static let mruk = ImportFormat(rawValue: "mruk")
  public static let worldmap = ImportFormat(rawValue: "worldmap")
  public static let sdk = ImportFormat(rawValue: "sdk")
  public static let events = ImportFormat(rawValue: "events")
}
