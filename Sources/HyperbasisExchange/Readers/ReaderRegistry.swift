/// A format: how it is recognised, what its columns mean by definition, and what reads it.
public struct ReadableFormat: Sendable {
  public enum Recognition: Int, Comparable, Sendable {
    case no
    /// It could be this format, if nothing else fits better.
    case possible
    case likely
    case certain

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  public let format: ImportFormat
  /// The options that hold for the format unless the person gives others: names of columns, axes, units.
  public let preset: ImportOptions
  /// The options that the beginning of an input gives, beyond the preset.
  let presetOfHead: (@Sendable (InputHead) -> ImportOptions)?
  /// Whether matrices are transforms of the store, scale and shear included, and not only rotations.
  let holdsAnyTransform: Bool
  /// What becomes of columns that have no other meaning.
  public let others: OtherColumns
  public let recognise: @Sendable (InputHead) -> Recognition
  public let makeReader: @Sendable (ReaderRequest) throws -> any RowReader

  public enum OtherColumns: Sendable {
    /// They are metadata.
    case kept
    /// They are left out unless `keep` names them.
    case leftOut
  }

  public init(
    _ format: ImportFormat, preset: ImportOptions = ImportOptions(), others: OtherColumns = .kept,
    presetOfHead: (@Sendable (InputHead) -> ImportOptions)? = nil, holdsAnyTransform: Bool = false,
    recognise: @escaping @Sendable (InputHead) -> Recognition,
    makeReader: @escaping @Sendable (ReaderRequest) throws -> any RowReader
  ) {
    self.format = format
    self.preset = preset
    self.others = others
    self.presetOfHead = presetOfHead
    self.holdsAnyTransform = holdsAnyTransform
    self.recognise = recognise
    self.makeReader = makeReader
  }

  /// Returns the options that hold for an input of the format that begins like this.
  func preset(of head: InputHead) -> ImportOptions {
    presetOfHead.map { $0(head).filled(from: preset) } ?? preset
  }
}

/// The beginning of an input, by which its format is recognised.
public struct InputHead: Sendable {
  public let name: String
  /// The first 64 KiB.
  public let bytes: [UInt8]
  /// The name's extension in lower case, without its full stop.
  public let pathExtension: String

  public static let size = 64 << 10

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    let parts = name.split(separator: ".")
    pathExtension = parts.count > 1 ? String(parts[parts.count - 1]).lowercased() : ""
  }
}

/// Columns that a reader adds on its own, with names that no column of an input has.
public enum ReservedColumn {
  /// If it is not empty, the anchor is never deleted for being absent.
  public static let stays = "@stays"
  /// The transform of an anchor, if a place and a heading do not describe all of it.
  static let transform = "@transform"
}

/// The input that a reader is made for, with the options.
public struct ReaderRequest: Sendable {
  public let input: ImportInput
  /// The number of the input among all inputs, for the places of rows.
  public let number: Int
  public let options: ImportOptions

  public init(_ input: ImportInput, number: Int = 0, options: ImportOptions = ImportOptions()) {
    self.input = input
    self.number = number
    self.options = options
  }
}

/// The formats that can be read as rows.
public enum ReaderRegistry {
  // Adding a format takes one line.
  /// In the order in which they are tried; of those that recognise an input equally well, the first is
  /// used.
  public static let formats: [ReadableFormat] =
    ReadableFormat.documents + ReadableFormat.exportedTables + [
      TrajectoryFormats.tum,
      TrajectoryFormats.euroc,
      TrajectoryFormats.kitti,
      TrajectoryFormats.arkit,
      .exportedAnchors,
      .json,
      .csv,
    ]

  /// Returns the format with a name; of several with that name, the one that recognises the input best,
  /// or else the most general one.
  public static func format(_ format: ImportFormat, for head: InputHead) -> ReadableFormat? {
    let named = formats.filter { $0.format == format }
    return best(of: named, for: head).format ?? named.last
  }

  /// Returns the format of an input, and how certain that is; nil if none recognises it.
  public static func recognise(
    _ head: InputHead
  ) -> (format: ReadableFormat?, how: ReadableFormat.Recognition) {
    best(of: formats, for: head)
  }

  private static func best(
    of formats: [ReadableFormat], for head: InputHead
  ) -> (format: ReadableFormat?, how: ReadableFormat.Recognition) {
    var best: (format: ReadableFormat?, how: ReadableFormat.Recognition) = (nil, .no)
    for format in formats {
      let how = format.recognise(head)
      if how > best.how { best = (format, how) }
    }
    return best
  }
}
