/// Lines for the log, to be appended as they are and all at once.
public struct ImportBlock: Sendable {
  /// Whole lines, each with its newline.
  public var lines: [UInt8]
  public var eventCount: Int

  /// The most events of a block.
  public static let capacity = 65_536
}
