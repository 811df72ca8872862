/// What a change does, in few words: for the items of an undo menu.
///
/// ```swift
/// if let summary = controller.undoSummary { menuItem.title = "Undo: \(summary)" }
/// // Undo: title changed, children 1 removed
/// ```
public struct ChangeSummary: Hashable, Sendable {

  /// The single changes, in the order in which the value names its properties; the first of them, if
  /// there are very many.
  public let entries: [Entry]

  /// How many more changes there are than ``entries``.
  public let omittedCount: Int

  /// One place in the value and what happens there.
  public struct Entry: Hashable, Sendable {
    /// The names on the way to the place, such as `["children", "[3]", "title"]`. Empty for the value
    /// itself.
    public let path: [String]
    /// What happens there.
    public let effect: Effect
  }

  /// What happens at one place.
  public enum Effect: Hashable, Sendable {
    /// Another value takes the place.
    case changed
    /// That many elements appear.
    case inserted(Int)
    /// That many elements go.
    case removed(Int)
    /// That many elements change their position.
    case moved(Int)
  }
}

extension ChangeSummary: CustomStringConvertible {
  /// The entries separated by commas, such as `title changed, children 1 removed`. Of many, the first
  /// and how many more there are: `[0].title changed, [1].title changed, [2].title changed, 97 more`.
  public var description: String {
    let omitted = entries.count + omittedCount - Self.describedCount
    guard omitted > 1 else { return entries.map(\.description).joined(separator: ", ") }
    let described = entries.prefix(Self.describedCount).map(\.description)
    return (described + ["\(omitted) more"]).joined(separator: ", ")
  }

  /// A menu has room for few.
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

  /// Collects entries on a walk through a change.
  struct Builder {
    private var path: [String] = []
    private var entries: [Entry] = []
    private var omittedCount = 0

    /// Nobody reads more.
    private static var limit: Int { 100 }

    var summary: ChangeSummary { ChangeSummary(entries: entries, omittedCount: omittedCount) }

    mutating func add(_ effect: Effect) {
      if entries.count < Self.limit {
        entries.append(Entry(path: path, effect: effect))
      } else {
        omittedCount += 1
      }
    }

    /// Adds an effect on a number of elements, unless there are none.
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
