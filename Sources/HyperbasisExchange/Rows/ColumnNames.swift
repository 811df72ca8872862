/// The names of an input's columns, to which a reader may add while it reads. The number of a column
/// never changes.
public final class ColumnNames {
  public private(set) var names: [String]
  private var numbers: [String: Int] = [:]

  public init(_ names: [String] = []) {
    self.names = names
    for (number, name) in names.enumerated() where numbers[name] == nil { numbers[name] = number }
  }

  @inline(__always)
  public var count: Int { names.count }

  /// Returns the number of the column with a name, which is added if there is none.
  public func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Names all columns, before the first row.
  func set(_ names: [String]) {
    self.names = names
    numbers = [:]
    for (number, name) in names.enumerated() where numbers[name] == nil { numbers[name] = number }
  }
}
