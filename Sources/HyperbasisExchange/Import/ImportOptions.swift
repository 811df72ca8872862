public import HyperbasisModels

/// What a person says about an input; what is left out is found out from the input itself.
///
/// Columns are named as the input names them; case and a unit behind the name do not count. Two
/// imports with equal options and equal inputs are one operation.
public struct ImportOptions: Hashable, Sendable, Codable {
  /// Told by the content if nil.
  public var format: ImportFormat?

  // MARK: Anchors

  /// The column whose values name spaces. An import fills one space: ``onlySpace`` says which, and
  /// ``ImportSurvey/spaceNames`` lists the values.
  public var spaceColumn: String?
  /// The value of ``spaceColumn`` whose rows are read.
  public var onlySpace: String?
  /// The column that names the anchor.
  public var id: String?
  /// One anchor of this name.
  public var anchorName: String?
  /// One anchor for each input, named after it.
  public var takesIdFromName = false
  /// Derives new ids for anchors whose UUIDs live in another space.
  public var rekeys = false

  // MARK: Time

  /// One column, or two whose texts are joined by a blank: date and time of day.
  public var time: [String] = []
  /// How times are written; told by the values if nil.
  public var timeFormat: TimeFormat?
  /// Of local times, by its name in the tz database or as an offset such as `+05:30`; UTC if nil.
  public var zone: String?
  /// Rows, or numbers of frames, a second.
  public var rate: Double?
  /// Microseconds since 1970 of the first row.
  public var startMicroseconds: Int64?
  /// Microseconds since 1970 of rows without a time.
  public var dateMicroseconds: Int64?
  /// Where rows without a time take it from.
  public var timeSource: TimeSource?

  // MARK: Place

  /// Two columns, east and north unless ``axes`` say otherwise, or three.
  public var position: [String] = []
  /// The column of latitudes, in degrees north.
  public var latitude: String?
  /// The column of longitudes, in degrees east.
  public var longitude: String?
  /// The column of altitudes, in metres; the plane of the origin where there is none.
  public var altitude: String?
  /// Latitude, longitude, altitude where the place is in degrees; else a position in the source's
  /// axes, in metres, that is taken off. Two numbers or three.
  public var origin: [Double]?
  /// A preset, `WORLD/BODY`, or one code for both: see ``AxisConvention/named(_:)``.
  public var axes: String?
  /// The unit of lengths; that of the preset of ``axes``, else metres, if nil.
  public var unit: LengthScale?

  // MARK: Turn

  /// Four columns, in the order x, y, z, w.
  public var quaternion: [String] = []
  /// About up, counter-clockwise.
  public var yaw: String?
  /// Clockwise from north.
  public var bearing: String?
  /// Counter-clockwise from east.
  public var theta: String?
  /// The unit of ``yaw``, ``bearing`` and ``theta``; told by the values if nil.
  public var angle: AngleUnit?
  /// One column that holds 12 or 16 numbers, or as many columns; beside ``position`` only its turn counts.
  public var matrix: [String] = []
  /// How ``matrix`` is written; told by the values if nil.
  public var matrixOrder: MatrixOrder?

  // MARK: Metadata

  /// Names for the columns, from the first on; `-` leaves one out. The input then has no heading.
  public var columns: [String] = []
  /// Columns to keep; all others are left out, if any is named.
  public var keep: [String] = []
  /// Columns to leave out.
  public var drop: [String] = []
  /// Columns whose cells are text, whatever they look like.
  public var text: [String] = []
  /// Metadata that every anchor gets, whatever its rows say.
  public var set: [String: AnyCodableValue] = [:]
  /// What an empty cell of the metadata means.
  public var empty = EmptyCell.unset
  /// The column that names who acted.
  public var actorColumn: String?

  // MARK: Absence

  /// Whether each input, or each instant of it, is one complete state. One that is empty, or cannot be
  /// read whole, is refused.
  public var isSnapshot = false
  /// Microseconds after which an anchor that is not seen is deleted.
  public var goneAfter: Int64?
  /// The rows that delete.
  public var deletedWhen: CellTest?

  // MARK: Thinning

  /// Metres; a shorter move does not become an event.
  public var leastMove = 0.0
  /// Degrees; a smaller turn does not become an event.
  public var leastTurn = 0.0
  /// Microseconds; the least time between two events of an anchor.
  public var leastInterval: Int64 = 0

  // MARK: Reading

  /// Leaves out rows that cannot be read, instead of refusing the import.
  public var skipsBadRows = false
  /// One character, `tab` or `blank`.
  public var delimiter: String?
  /// `.` or `,`.
  public var decimal: String?
  /// How the text is encoded; told by the bytes if nil.
  public var encoding: TextEncoding?

  /// Options that leave everything to the input.
  public init() {}
}

extension ImportOptions {
  /// The instant of the first row.
  public var start: HBInstant? {
    get { startMicroseconds.map(HBInstant.init(microseconds:)) }
    set { startMicroseconds = newValue?.microseconds }
  }

  /// The instant of rows without a time.
  public var date: HBInstant? {
    get { dateMicroseconds.map(HBInstant.init(microseconds:)) }
    set { dateMicroseconds = newValue?.microseconds }
  }
}
