public import HyperbasisAnchorLog
public import HyperbasisModels

/// An input to read.
public struct ImportInput: Sendable {
  /// A file's name without its folders: for messages, and as a source of times and anchor names.
  public var name: String
  /// When it was last modified.
  public var modified: HBInstant?
  public var source: any ByteSource

  public init(name: String, modified: HBInstant? = nil, source: any ByteSource) {
    self.name = name
    self.modified = modified
    self.source = source
  }

  /// The name without its extension, if it has one.
  public var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// A temporary file to which bytes are appended, and from which they are read back.
///
/// The code that makes one removes it once the last reference is gone.
public protocol ImportSpool: ByteSource {
  func append(_ bytes: UnsafeRawBufferPointer) throws
}

/// How far an import has got.
public struct ImportProgress: Hashable, Sendable {
  /// What an import is doing.
  public enum Phase: Hashable, Sendable {
    /// The whole input is read, and nothing written.
    case survey
    /// The input is read once more, and its events are written.
    case write
  }

  /// What is being done now.
  public var phase: Phase
  /// How many of the inputs' bytes have been read in this pass.
  public var bytes: Int
  /// The size of all inputs in bytes.
  public var totalBytes: Int
  /// How many rows have been read in this pass.
  public var rows: Int
  /// The pass within the survey, from 1; a further one is needed if the end of an input shows that a
  /// guess about its beginning was wrong.
  public var pass: Int

  /// Creates a progress report from its parts.
  public init(phase: Phase, bytes: Int, totalBytes: Int, rows: Int, pass: Int) {
    self.phase = phase
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.rows = rows
    self.pass = pass
  }
}
