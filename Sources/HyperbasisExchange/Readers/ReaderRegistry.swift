/// A format: how it is recognised, what its columns mean by nature, and what reads it.
public struct ReadableFormat: Sendable {
  public enum Recognition: Int, Comparable, Sendable {
    case no
    /// It could be read so, if nothing else fits better.
    case possible
    case likely
    case certain

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  public let format: ImportFormat
  /// What is true of the format where the person says nothing else: names of columns, axes, units.
  public let preset: ImportOptions
  /// What an input says about itself at its beginning, beyond the preset.
  let presetOfHead: (@Sendable (InputHead) -> ImportOptions)?
  /// Whether matrices are transforms of the store, scale and shear included, and not only rotations.
  let holdsAnyTransform: Bool
  /// What becomes of columns that mean nothing else.
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

  /// What is true of an input of the format that begins like this.
  func preset(of head: InputHead) -> ImportOptions {
    presetOfHead.map { $0(head).filled(from: preset) } ?? preset
  }
}

/// What a format is recognised by.
public struct InputHead: Sendable {
  public let name: String
  /// The first 64 KiB.
  public let bytes: [UInt8]
  /// The name's ending in lower case, without its full stop.
  public let pathExtension: String

  public static let size = 64 << 10

  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    let parts = name.split(separator: ".")
    pathExtension = parts.count > 1 ? String(parts[parts.count - 1]).lowercased() : ""
  }
}

/// Columns that a reader adds on its own, named so that no column of an input has such a name.
public enum ReservedColumn {
  /// Where it is not empty, absence says nothing about the anchor: it is never deleted for it.
  public static let stays = "@stays"
  /// The transform of an anchor, where a place and a heading do not say all of it.
  static let transform = "@transform"
}

/// What a reader is made for.
public struct ReaderRequest: Sendable {
  public let input: ImportInput
  /// Which of the inputs it is, for the places of rows.
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
  // A format joins with one line.
  /// In the order in which they are asked; of those that recognise an input equally well the first
  /// is taken.
  public static let formats: [ReadableFormat] =
    ReadableFormat.documents + ReadableFormat.exportedTables + [
      TrajectoryFormats.tum,
      TrajectoryFormats.euroc,
      TrajectoryFormats.kitti,
      TrajectoryFormats.arkit,
      .json,
      .csv,
    ]

  /// A format by its name; of those with one name the one that recognises the input best, else the
  /// most general.
  public static func format(_ format: ImportFormat, for head: InputHead) -> ReadableFormat? {
    let named = formats.filter { $0.format == format }
    return best(of: named, for: head).format ?? named.last
  }

  /// The format of an input, and how sure that is; nil where none recognises it.
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
