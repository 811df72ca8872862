import Foundation

/// How far the tables of a migrated server have been read.
package struct SyncCursors: Equatable, Sendable {
  package var spaces = TableCursor()
  package var anchors = TableCursor()
  package var events = TableCursor()
  package var tombstones = TableCursor()

  package init() {}
}

/// How far one table has been read.
///
/// The server numbers rows in the order in which they were committed, across all tables. Rows that this
/// store wrote have numbers as well, which the response reports: these rows need not be read. A gap
/// between their numbers shows that others wrote in between.
package struct TableCursor: Equatable, Sendable {
  /// All rows up to this number were read.
  package private(set) var read: Int64 = 0
  /// Later numbers, of rows that this store wrote.
  private var own = RangeSet<Int64>()

  /// If there are more ranges than this, only the longest are kept: a request's address is limited in
  /// length.
  private static let mostRanges = 20

  package init(read: Int64 = 0) {
    self.read = read
  }
}

extension TableCursor {
  /// The numbers of later rows that are known already.
  package var known: [ClosedRange<Int64>] { own.ranges.map { $0.lowerBound...$0.upperBound - 1 } }

  /// The greatest number of a row that was read or that this store wrote.
  var last: Int64 { own.ranges.last.map { $0.upperBound - 1 } ?? read }

  /// Notes rows that this store wrote, and that the server holds as they were written.
  package mutating func noteOwn(_ numbers: some Sequence<Int64>) {
    for number in numbers where number > read { own.insert(contentsOf: number..<number + 1) }
    let ranges = own.ranges
    if ranges.count > Self.mostRanges {
      own = RangeSet(ranges.sorted { $0.count > $1.count }.prefix(Self.mostRanges))
    }
    skipOwn()
  }

  /// Notes that all rows up to a number were read.
  package mutating func advance(to number: Int64) {
    read = max(read, number)
    skipOwn()
  }

  /// Notes that nothing followed but this store's own rows: anything committed before those has a lower
  /// number, and would have been read.
  package mutating func finish() {
    if let last = own.ranges.last { advance(to: last.upperBound - 1) }
  }

  private mutating func skipOwn() {
    own.remove(contentsOf: .min..<read + 1)
    if let first = own.ranges.first, first.lowerBound == read + 1 {
      read = first.upperBound - 1
      own.remove(contentsOf: first)
    }
  }
}

// MARK: - On disk

/// Coded as the number alone if no later rows are known, as in files of earlier versions.
extension TableCursor: Codable {
  private enum CodingKeys: CodingKey {
    case read, own
  }

  package init(from decoder: any Decoder) throws {
    if let number = try? decoder.singleValueContainer().decode(Int64.self) {
      self.init(read: number)
      return
    }
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(read: try members.decode(Int64.self, forKey: .read))
    own = RangeSet(try members.decode([Range<Int64>].self, forKey: .own))
  }

  package func encode(to encoder: any Encoder) throws {
    if own.isEmpty {
      var value = encoder.singleValueContainer()
      return try value.encode(read)
    }
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(read, forKey: .read)
    try members.encode(Array(own.ranges), forKey: .own)
  }
}

extension SyncCursors: Codable {}
