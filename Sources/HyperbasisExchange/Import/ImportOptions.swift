public import HyperbasisModels

/// What a person states about an input; what is left out is inferred from the input itself.
///
/// Columns are named as the input names them; case and a unit after the name are ignored. Two imports
/// with equal options and equal inputs are one operation.
public struct ImportOptions: Hashable, Sendable, Codable {
  /// The format; inferred from the content if nil.
  public var format: ImportFormat?

  // MARK: Anchors

  /// The column whose values name spaces. An import fills one space: ``onlySpace`` says which, and
  /// ``ImportSurvey/spaceNames`` lists the values.
  public var spaceColumn: String?
  /// The value of ``spaceColumn`` whose rows are read.
  public var onlySpace: String?
  /// The column that names the anchor.
  public var id: String?
  /// The name of the one anchor that all rows belong to.
  public var anchorName: String?
  /// Whether each input is one anchor, named after the input.
  public var takesIdFromName = false
  /// Whether to derive new ids for anchors whose UUIDs already exist in another space.
  public var rekeys = false

  // MARK: Time

  /// The column of times, or two, date and time of day, whose texts are joined by a blank.
  public var time: [String] = []
  /// How times are written; inferred from the values if nil.
  public var timeFormat: TimeFormat?
  /// The zone of local times, as a name in the tz database or an offset such as `+05:30`; UTC if nil.
  public var zone: String?
  /// Rows, or frame numbers, per second.
  public var rate: Double?
  /// The instant of the first row, in microseconds since 1970.
  public var startMicroseconds: Int64?
  /// The instant of rows without a time, in microseconds since 1970.
  public var dateMicroseconds: Int64?
  /// What provides the time of rows without one.
  public var timeSource: TimeSource?

  // MARK: Place

  /// The columns of positions: two, east and north unless ``axes`` says otherwise, or three.
  public var position: [String] = []
  /// The column of latitudes, in degrees north.
  public var latitude: String?
  /// The column of longitudes, in degrees east.
  public var longitude: String?
  /// The column of altitudes, in metres; without one, places lie in the plane of the origin.
  public var altitude: String?
  /// Latitude, longitude and altitude if the place is in degrees; otherwise a position in the source's
  /// axes, in metres, to subtract. Two or three numbers.
  ///
  /// If nil, places are measured from where earlier imports into the space measure them. In the first one,
  /// places in degrees are measured from the first one rounded to 0.01°, and places in metres that all lie
  /// more than 100 km away from 0, near each other, from the first one rounded to 1 km.
  public var origin: [Double]?
  /// A preset (`arkit`, `ros`, `unity`, `unreal`, `opencv`, `ned`, `enu` or `stray`), or the directions of
  /// the source's x, y and z axes, as `WORLD/BODY` or one code for both. A code has one letter for each
  /// axis: `r`, `l`, `u`, `d`, `f`, `b` for right, left, up, down, forward, back, or `e`, `w`, `n`, `s`
  /// for the points of the compass. The store's own are `rub`, which is `arkit`.
  public var axes: String?
  /// The unit of lengths; if nil, that of the preset of ``axes``, or else metres.
  public var unit: LengthScale?

  // MARK: Turn

  /// The columns of quaternions: four, in the order x, y, z, w.
  public var quaternion: [String] = []
  /// The column of angles about up, counter-clockwise.
  public var yaw: String?
  /// The column of angles clockwise from north.
  public var bearing: String?
  /// The column of angles counter-clockwise from east.
  public var theta: String?
  /// The unit of ``yaw``, ``bearing`` and ``theta``; inferred from the values if nil.
  public var angle: AngleUnit?
  /// One column of 12 or 16 numbers, or that many columns; with ``position``, only the rotation is used.
  public var matrix: [String] = []
  /// How ``matrix`` is written; inferred from the values if nil.
  public var matrixOrder: MatrixOrder?

  // MARK: Metadata

  /// Names for the columns, starting with the first; `-` leaves one out. The input then has no heading.
  public var columns: [String] = []
  /// Columns to keep; if any is named, all others are left out.
  public var keep: [String] = []
  /// Columns to leave out.
  public var drop: [String] = []
  /// Columns whose cells are text, whatever they look like.
  public var text: [String] = []
  /// Metadata that every anchor gets, whatever its rows say.
  public var set: [String: AnyCodableValue] = [:]
  /// What an empty cell of the metadata means.
  public var empty = EmptyCell.unset
  /// The column that names the actor.
  public var actorColumn: String?

  // MARK: Absence

  /// Whether each input, or each instant of it, is one complete state, which deletes those anchors of
  /// earlier imports that it does not contain. One that is empty, or cannot be read whole, is refused.
  public var isSnapshot = false
  /// Microseconds after which an anchor that is not seen is deleted.
  public var goneAfter: Int64?
  /// The test that marks rows as deletions.
  public var deletedWhen: CellTest?

  // MARK: Thinning

  /// The least move, in metres; a shorter one does not become an event.
  public var leastMove = 0.0
  /// The least turn, in degrees; a smaller one does not become an event.
  public var leastTurn = 0.0
  /// The least time between two events of an anchor, in microseconds.
  public var leastInterval: Int64 = 0

  // MARK: Reading

  /// Whether to leave out rows that cannot be read, instead of refusing the import.
  public var skipsBadRows = false
  /// Where the rows of a JSON document are, unless it is a list of them or has one per line: the names of
  /// the members that lead to the list, joined by full stops, such as `scene.anchors`. If nil, it is the
  /// only list of objects in a document that is one object without a place of its own.
  public var rows: String?
  /// What separates cells: one character, `tab` or `blank`.
  public var delimiter: String?
  /// The decimal separator: `.` or `,`.
  public var decimal: String?
  /// How the text is encoded; inferred from the bytes if nil.
  public var encoding: TextEncoding?

  /// Creates options that leave everything to the input.
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
