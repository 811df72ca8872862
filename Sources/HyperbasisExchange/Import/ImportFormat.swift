/// A kind of input, identified by its name on the command line.
public struct ImportFormat: RawRepresentable, Hashable, Sendable, Codable {
  /// The format's name on the command line.
  public let rawValue: String

  /// Creates the format of that name; whether there is a reader for it shows only when it is used.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Tables: separated values, or columns separated by blanks.
  public static let csv = ImportFormat(rawValue: "csv")
  /// JSON: one object per line, or an array of objects.
  public static let json = ImportFormat(rawValue: "json")
  /// Trajectories of TUM's RGB-D benchmark: `time x y z qx qy qz qw`, seconds and metres.
  public static let tum = ImportFormat(rawValue: "tum")
  /// Trajectories of the EuRoC benchmark: tables with nanoseconds and quaternions, w first.
  public static let euroc = ImportFormat(rawValue: "euroc")
  /// Trajectories of the KITTI benchmark: 12 numbers per line, a matrix by rows, without times.
  public static let kitti = ImportFormat(rawValue: "kitti")
  /// Logs of camera poses from ARKit, with nanoseconds since the device started.
  public static let arkit = ImportFormat(rawValue: "arkit")
  /// GeoJSON (RFC 7946): features with one point each.
  public static let geojson = ImportFormat(rawValue: "geojson")
  /// Moving Features JSON of the Open Geospatial Consortium: points that move.
  public static let mfjson = ImportFormat(rawValue: "mfjson")
  /// GPS tracks and waypoints as GPX.
  public static let gpx = ImportFormat(rawValue: "gpx")
  /// Scanned rooms as Apple's RoomPlan encodes them in JSON.
  public static let roomplan = ImportFormat(rawValue: "roomplan")
  /// Rooms as Meta's Mixed Reality Utility Kit writes them in JSON.
  public static let mruk = ImportFormat(rawValue: "mruk")
  /// Saved `ARWorldMap` archives, of which the anchors are read. Experimental.
  public static let worldmap = ImportFormat(rawValue: "worldmap")
  /// An app's container with a store of SDK 1.1.0: a folder or a zip archive.
  public static let sdk = ImportFormat(rawValue: "sdk")
  /// Lines of an event log, imported unchanged.
  public static let events = ImportFormat(rawValue: "events")
}

extension ImportFormat {
  /// Every format that can be imported, the most usual ones first.
  package static let all: [ImportFormat] = [
    .csv, .json, .tum, .euroc, .kitti, .arkit, .geojson, .mfjson, .gpx, .roomplan, .mruk,
    .worldmap, .sdk, .events,
  ]
}
