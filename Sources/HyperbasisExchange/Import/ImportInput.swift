public import HyperbasisAnchorLog
public import HyperbasisModels

/// One thing to read.
public struct ImportInput: Sendable {
  /// For messages, and for what is told by the name: a file's name without its folders.
  public var name: String
  /// When it was last modified.
  public var modified: HBInstant?
  public var source: any ByteSource

  public init(name: String, modified: HBInstant? = nil, source: any ByteSource) {
    self.name = name
    self.modified = modified
    self.source = source
  }

  /// The name without what follows its last full stop, which need not be there.
  public var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// A temporary file: bytes are put behind what is there, and read back.
///
/// Who makes one removes it when the last reference goes.
public protocol ImportSpool: ByteSource {
  func append(_ bytes: UnsafeRawBufferPointer) throws
}

/// How far an import is.
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
  /// The pass within the survey, from 1: what stands at the end of an input can show that a guess
  /// about its beginning was wrong.
  public var pass: Int

  /// How far an import is, part by part.
  public init(phase: Phase, bytes: Int, totalBytes: Int, rows: Int, pass: Int) {
    self.phase = phase
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.rows = rows
    self.pass = pass
  }
}
