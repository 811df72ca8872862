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
  public enum Phase: Hashable, Sendable {
    /// The whole input is read, and nothing written.
    case survey
    case write
  }

  public var phase: Phase
  /// Of the inputs' bytes, how many have been read in this pass, of how many.
  public var bytes: Int
  public var totalBytes: Int
  public var rows: Int
  /// The pass within the survey, from 1: what stands at the end of an input can show that a guess
  /// about its beginning was wrong.
  public var pass: Int

  public init(phase: Phase, bytes: Int, totalBytes: Int, rows: Int, pass: Int) {
    self.phase = phase
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.rows = rows
    self.pass = pass
  }
}
