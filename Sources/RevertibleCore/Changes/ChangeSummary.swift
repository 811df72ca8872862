/// A brief description of what a change does, for the items of an undo menu.
///
/// ```swift
/// if let summary = controller.undoSummary { menuItem.title = "Undo: \(summary)" }
/// // Undo: title changed, children 1 removed
/// ```
public struct ChangeSummary: Hashable, Sendable {

  /// The individual changes, in the order in which the value names its properties; only the first ones
  /// if there are very many.
  public let entries: [Entry]

  /// The number of changes that are missing from ``entries``.
  public let omittedCount: Int

  /// A place in the value and what happens there.
  public struct Entry: Hashable, Sendable {
    /// The names that lead to the place, such as `["children", "[3]", "title"]`. Empty for the value
    /// itself.
    public let path: [String]
    /// What happens there.
    public let effect: Effect
  }

  /// What happens at one place.
  public enum Effect: Hashable, Sendable {
    /// The value changes.
    case changed
    /// This many elements are inserted.
    case inserted(Int)
    /// This many elements are removed.
    case removed(Int)
    /// This many elements change their position.
    case moved(Int)
  }
}

extension ChangeSummary: CustomStringConvertible {
  /// The entries separated by commas, such as `title changed, children 1 removed`. If there are many,
  /// only the first and a count: `[0].title changed, [1].title changed, [2].title changed, 97 more`.
  public var description: String {
    let omitted = entries.count + omittedCount - Self.describedCount
    guard omitted > 1 else { return entries.map(\.description).joined(separator: ", ") }
    let described = entries.prefix(Self.describedCount).map(\.description)
    return (described + ["\(omitted) more"]).joined(separator: ", ")
  }

  /// A menu has room for only a few.
  private static var describedCount: Int { 3 }
}

extension ChangeSummary.Entry: CustomStringConvertible {
  public var description: String {
    let place = path.reduce(into: "") { text, part in
      text += text.isEmpty || part.hasPrefix("[") ? part : ".\(part)"
    }
    return place.isEmpty ? "\(effect)" : "\(place) \(effect)"
  }
}

extension ChangeSummary.Effect: CustomStringConvertible {
  public var description: String {
    switch self {
    case .changed: "changed"
    case .inserted(let count): "\(count) inserted"
    case .removed(let count): "\(count) removed"
    case .moved(let count): "\(count) moved"
    }
  }
}

extension ChangeSummary {

  /// Collects entries while walking through a change.
  struct Builder {
    private var path: [String] = []
    private var entries: [Entry] = []
    private var omittedCount = 0

    /// More entries than this would not be read.
    private static var limit: Int { 100 }

    var summary: ChangeSummary { ChangeSummary(entries: entries, omittedCount: omittedCount) }

    mutating func add(_ effect: Effect) {
      if entries.count < Self.limit {
        entries.append(Entry(path: path, effect: effect))
      } else {
        omittedCount += 1
      }
    }

    /// Adds an effect on a number of elements, unless that number is zero.
    mutating func add(_ effect: (Int) -> Effect, count: Int) {
      if count > 0 { add(effect(count)) }
    }

    mutating func descend(_ name: @autoclosure () -> String, _ body: (inout Builder) -> Void) {
      path.append(entries.count < Self.limit ? name() : "")
      body(&self)
      path.removeLast()
    }
  }
}
