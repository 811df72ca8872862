import Foundation
import HyperbasisModels

/// A query of a table: columns, filters, order and limit, as PostgREST reads them.
struct TableQuery: Sendable {
  private(set) var items: [(name: String, value: String)] = []

  func select(_ columns: [String]) -> TableQuery {
    adding("select", columns.joined(separator: ","))
  }

  /// Names the columns that an insert writes, so that the server does not take those of the first row.
  func columns(_ columns: [String]) -> TableQuery {
    adding("columns", columns.joined(separator: ","))
  }

  /// - Parameter id: nil for any.
  func equal(_ column: String, _ id: UUID?) -> TableQuery {
    id.map { adding(column, "eq.\($0.wireText)") } ?? self
  }

  func equal(_ column: String, _ instant: HBInstant) -> TableQuery {
    adding(column, "eq.\(instant.rfc3339Text)")
  }

  func behind(_ column: String, _ key: String?) -> TableQuery {
    key.map { adding(column, "gt.\($0)") } ?? self
  }

  func upTo(_ column: String, _ key: String) -> TableQuery { adding(column, "lte.\(key)") }

  func outside(_ column: String, _ ranges: [ClosedRange<Int64>]) -> TableQuery {
    ranges.reduce(self) { query, range in
      query.adding(
        "not.and", "(\(column).gte.\(range.lowerBound),\(column).lte.\(range.upperBound))")
    }
  }

  func among(_ ids: [UUID], in column: String = "id") -> TableQuery {
    adding(column, "in.(\(ids.map(\.wireText).joined(separator: ",")))")
  }

  func order(_ column: String) -> TableQuery { adding("order", "\(column).asc") }

  func limit(_ count: Int) -> TableQuery { adding("limit", String(count)) }

  private func adding(_ name: String, _ value: String) -> TableQuery {
    var copy = self
    copy.items.append((name, value))
    return copy
  }
}
