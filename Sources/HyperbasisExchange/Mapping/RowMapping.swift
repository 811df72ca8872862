/// What each cell of a row means.
struct RowMapping {
  enum Anchor: Equatable {
    case column(Int)
    /// One anchor for all rows, or, for `input`, one for each input.
    case named(String)
    case input
  }

  enum Time: Equatable {
    case columns([Int])
    /// The number of the row.
    case row
    /// Given for all rows of an input.
    case input
    /// In another input, with one number per line.
    case list
  }

  enum Place: Equatable {
    /// Two or three columns of lengths.
    case lengths([Int])
    /// One cell that lists two or three lengths.
    case list(Int, count: Int)
    case degrees(latitude: Int, longitude: Int, altitude: Int?)
    /// Part of the matrix.
    case matrix
  }

  enum Turn: Equatable {
    case none
    case quaternion([Int])
    /// One cell that lists the four numbers.
    case quaternionCell(Int)
    case angle(Angle)
    case matrixColumns([Int])
    case matrixCell(Int)
    /// One cell that holds a matrix, whose place is ignored; an angle if the cell is empty.
    case transformCell(Int, else: Angle?)
  }

  /// About up; the angle in the store's sense is `sign × angle + offset`, in degrees.
  struct Angle: Equatable {
    var column: Int
    var sign: Double
    var offset: Double
  }

  /// Three columns that repeat the place that a matrix contains.
  struct RepeatedPlace: Equatable {
    var columns: [Int]
    var names: [String]
    /// The columns of the place in the matrix, which has 16 columns.
    var matrixColumns: [Int]
    var matrixNames: [String]
  }

  struct Metadatum: Equatable {
    var column: Int
    var key: String
    var isText: Bool
  }

  var anchor = Anchor.input
  var time = Time.input
  var place = Place.matrix
  var turn = Turn.none
  /// The columns of lengths that repeat the place in the matrix.
  var repeatedPlace: RepeatedPlace?
  var metadata: [Metadatum] = []
  var actor: Int?
  var deletion: (column: Int, value: [UInt8])?
  var space: Int?
  var stays: Int?
  /// Columns that could name the anchor, while it is undecided which of them does.
  var idCandidates: [Int] = []
  /// Columns that may name the anchor if no column's name says that it does.
  var idGuesses: [Int] = []
  /// Whether a key such as `label` or `text` tells what an anchor is, so that its id need not.
  var hasLabel: Bool { metadata.contains { MetadataCells.naming.contains($0.key) } }
  /// How many metres one unit of length is.
  var metres = 1.0
  /// The unit of latitudes and longitudes.
  var geographicUnit = AngleUnit.degrees
  /// The unit of turns.
  var angle = AngleUnit.degrees
  /// Whether the unit of turns was stated, and not only assumed.
  var isAngleKnown = false
  var timeUnit: TimeFormat?
  var hasAxes = false
}

extension RowMapping {
  /// Whether places have two numbers.
  var isFlat: Bool {
    switch place {
    case .lengths(let columns): columns.count == 2
    case .list(_, let count): count == 2
    case .degrees, .matrix: false
    }
  }

  /// Returns whether rows would be read in the same way except for their metadata.
  func meansTheSame(as other: RowMapping) -> Bool {
    anchor == other.anchor && time == other.time && place == other.place && turn == other.turn
      && actor == other.actor && deletion?.column == other.deletion?.column
      && space == other.space
  }

  /// Returns whether the columns that another mapping knows have the same keys in this one.
  func namesTheSame(as other: RowMapping) -> Bool {
    let keys = Dictionary(uniqueKeysWithValues: metadata.map { ($0.column, $0.key) })
    return other.metadata.allSatisfy { keys[$0.column] == $0.key }
  }
}
