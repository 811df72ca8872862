/// Facts that hold for few rows: what a line says about itself besides its event, and what that
/// means for the fold.
struct EventMarks: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8

  /// An `updated` whose line names the keys that it sets or removes.
  static let namesKeys = EventMarks(rawValue: 1)
  /// The line was derived from a row of the cloud.
  static let derived = EventMarks(rawValue: 1 << 1)
  /// The event, or one of the same anchor before it, has a version that is not greater than all
  /// before it: writers did not know of each other.
  static let concurrent = EventMarks(rawValue: 1 << 2)
  /// The metadata in force is not that of the line but was merged.
  static let merged = EventMarks(rawValue: 1 << 3)

  /// Rows in which only the keys that the line names may count.
  static let namesKeysAmongOthers: EventMarks = [.namesKeys, .concurrent]
}
