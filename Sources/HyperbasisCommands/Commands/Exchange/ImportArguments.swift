public import ArgumentParser
import Hyperbasis
public import HyperbasisExchange
import HyperbasisWording

/// What a person says about a file to import, beyond what the file itself shows.
struct ImportArguments: ParsableArguments {
  @OptionGroup(title: "Anchors and spaces") var anchors: ImportAnchorArguments
  @OptionGroup(title: "Time") var time: ImportTimeArguments
  @OptionGroup(title: "Place and turn") var place: ImportPlaceArguments
  @OptionGroup(title: "Metadata") var metadata: ImportMetadataArguments
  @OptionGroup(title: "Absence and thinning") var absence: ImportAbsenceArguments
  @OptionGroup(title: "Reading") var reading: ImportReadingArguments
}

struct ImportAnchorArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The space: one of this name, else a new one (else named after the file).", valueName: "name")
  )
  var space: String?

  @Option(
    help: ArgumentHelp("The column that names the space of a row.", valueName: "column"))
  var spaceColumn: String?

  @Option(help: ArgumentHelp("The column that names the anchor of a row.", valueName: "column"))
  var id: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("All rows are one anchor of this name.", valueName: "name"))
  var anchorName: String?

  @Option(help: "Each file is one anchor, named after the file; the value is always name.")
  var idFrom: NameSource?

  @Flag(help: "Give new ids to anchors whose UUIDs another space already has.")
  var rekey = false

  enum NameSource: String, ExpressibleByArgument, CaseIterable {
    case name
  }
}

struct ImportTimeArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The column of the time; two, joined by a comma, if date and time of day are separate.",
      valueName: "column"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "How times are written: s, ms, us, ns, min, h, days, frames, excel, or letters such as "
        + "'dd.MM.yyyy HH:mm:ss'.",
      valueName: "format"))
  var timeFormat: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of times without one (else UTC): Europe/Berlin, or an offset such as +05:30.",
      valueName: "zone"))
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "A file with the times of the rows, one number per line.", valueName: "file"),
    completion: .file())
  var times: String?

  @Option(help: ArgumentHelp("Rows or frames a second.", valueName: "hertz"))
  var rate: String?

  @Option(
    help: ArgumentHelp(
      "The instant of the first row, for frames and for times since boot or start.",
      valueName: "date"))
  var start: String?

  @Option(help: ArgumentHelp("The instant of rows without a time.", valueName: "date"))
  var at: String?

  @Option(help: "Where files without times take theirs from: name (a date in it) or mtime.")
  var timeFrom: TimeSource?
}

struct ImportPlaceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The columns of the place: two (east and north) or three, joined by commas; or one that lists the numbers.",
      valueName: "columns"))
  var position: String?

  @Option(
    help: ArgumentHelp(
      "The column of the latitude, in degrees, or in radians if its name ends in [rad].",
      valueName: "column"))
  var lat: String?

  @Option(
    help: ArgumentHelp(
      "The column of the longitude, in degrees, or in radians if its name ends in [rad].",
      valueName: "column"))
  var lon: String?

  @Option(help: ArgumentHelp("The column of the altitude, in metres.", valueName: "column"))
  var alt: String?

  @Option(
    help: ArgumentHelp(
      "What becomes the origin: LAT,LON or LAT,LON,ALT in degrees and metres, or X,Y,Z.",
      valueName: "place"))
  var origin: String?

  @Option(
    help: ArgumentHelp(
      "The axes: \(AxisConvention.presetNames.joined(separator: ", ")), or WORLD/BODY such as rub/rdf.",
      valueName: "axes"))
  var axes: String?

  @Option(help: "The unit of lengths: m, cm, mm, km, ft, in or yd.")
  var unit: LengthScale?

  @Option(
    help: ArgumentHelp(
      "The columns of a quaternion, in the order x, y, z, w, or one that lists the numbers.",
      valueName: "columns"))
  var quaternion: String?

  @Option(
    help: ArgumentHelp("The column of the yaw: about up, counter-clockwise.", valueName: "column"))
  var yaw: String?

  @Option(
    help: ArgumentHelp("The column of the bearing: clockwise from north.", valueName: "column"))
  var bearing: String?

  @Option(
    help: ArgumentHelp("The column of the angle counter-clockwise from east.", valueName: "column"))
  var theta: String?

  @Option(help: "The unit of angles: deg or rad.")
  var angle: AngleUnit?

  @Option(
    help: ArgumentHelp(
      "The column of a matrix, or its 12 or 16 columns, joined by commas; "
        + "with --position, only its rotation counts.",
      valueName: "columns"))
  var matrix: String?

  @Option(help: "How a matrix is written: by rows or by columns.")
  var matrixOrder: MatrixOrder?
}

struct ImportMetadataArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Names for the columns of a file without a heading, joined by commas; - leaves one out.",
      valueName: "names"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      "A column to keep as metadata; all others are left out.", valueName: "column"))
  var keep: [String] = []

  @Option(help: ArgumentHelp("A column to leave out.", valueName: "column"))
  var drop: [String] = []

  @Option(
    help: ArgumentHelp(
      "A column whose cells are text, even if they look like numbers.", valueName: "column"))
  var text: [String] = []

  @Option(help: ArgumentHelp("Metadata that every anchor gets.", valueName: "key=value"))
  var set: [String] = []

  @Option(help: "What an empty cell means: unset (no such key), keep (as it was) or null.")
  var empty: EmptyCell = .unset

  @Option(help: ArgumentHelp("The column that names who did it.", valueName: "column"))
  var actorColumn: String?
}

struct ImportAbsenceArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Each file, or each instant within it, is a complete state: those anchors of earlier imports "
        + "that are not in it are deleted. Input that is empty or only partly readable is refused.")
  )
  var snapshot = false

  @Option(
    help: ArgumentHelp(
      "Delete an anchor that is not seen for longer than this, such as 2s.", valueName: "duration"))
  var goneAfter: String?

  @Option(
    help: ArgumentHelp("The rows that delete their anchor.", valueName: "column=value"))
  var deletedWhen: String?

  @Option(help: ArgumentHelp("Leave out moves that are shorter, such as 1cm.", valueName: "length"))
  var minMove: String?

  @Option(help: ArgumentHelp("Leave out turns that are smaller, in degrees.", valueName: "degrees"))
  var minTurn: String?

  @Option(
    help: ArgumentHelp(
      "At most one event of an anchor in this time, such as 1s.", valueName: "duration"))
  var every: String?
}

struct ImportReadingArguments: ParsableArguments {
  @Flag(help: "Leave out rows that cannot be read, instead of refusing the file.")
  var skipBad = false

  @Option(
    help: ArgumentHelp(
      "The list in a JSON document that holds the rows, such as anchors or scene.anchors.",
      valueName: "member"))
  var rows: String?

  @Option(
    help: ArgumentHelp(
      "The separator of cells: one character, tab or blank.", valueName: "character"))
  var delimiter: String?

  @Option(help: ArgumentHelp("The decimal sign: a full stop or a comma.", valueName: "sign"))
  var decimal: String?

  @Option(help: "The encoding: utf-8, utf-16le, utf-16be or windows-1252.")
  var encoding: TextEncoding?
}

extension TimeSource: ExpressibleByArgument {}
extension LengthScale: ExpressibleByArgument {}
extension AngleUnit: ExpressibleByArgument {}
extension MatrixOrder: ExpressibleByArgument {}
extension EmptyCell: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}
