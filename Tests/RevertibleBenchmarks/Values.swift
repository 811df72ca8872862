import RevertibleCore

struct Workspace: Versionable {
  var items: [Item]

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.items)
  }
}

struct Item: Identifiable, Versionable {
  let id: Int
  var name: String
  var count: Int

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.name)
    reverter.appendReversion(at: \.count)
  }
}

extension [Item] {
  /// Moves, removes or inserts an element; the length stays about the same.
  mutating func rearrange(turn: Int) {
    let place = (turn * 7_919) % count
    switch turn % 3 {
    case 0: insert(remove(at: place), at: (place * 31) % (count - 1))
    case 1: remove(at: place)
    default: insert(Item(id: -turn, name: "New", count: turn), at: place)
    }
  }

  /// Changes one element and puts all texts into new storage, as values that were read anew have.
  mutating func rebuild(turn: Int) {
    self = map {
      Item(
        id: $0.id, name: String(decoding: $0.name.utf8.map { $0 }, as: UTF8.self), count: $0.count)
    }
    self[(turn * 7_919) % count].count += 1
  }
}

struct Document: Versionable {
  var text: String

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.text)
  }
}

extension String {
  /// Types or deletes one word somewhere.
  mutating func type(turn: Int) {
    let place = utf8.index(startIndex, offsetBy: (turn * 7_919) % (utf8.count - 8))
    if turn.isMultiple(of: 2) {
      insert(contentsOf: "word ", at: place)
    } else {
      removeSubrange(place..<utf8.index(place, offsetBy: 5))
    }
  }
}

/// A structure with nested ones, each with a few properties.
struct Level: Versionable {
  var name: String
  var width = 0.0
  var height = 0.0
  var count = 0
  var tags: Set<String> = ["one", "two", "three"]
  var notes: [String] = ["A note on the level", "Another note on the level"]
  var inner: [Level]

  func addReversions(into reverter: inout some Reverter<Self>) {
    reverter.appendReversion(at: \.name)
    reverter.appendReversion(at: \.width)
    reverter.appendReversion(at: \.height)
    reverter.appendReversion(at: \.count)
    reverter.appendReversion(at: \.tags)
    reverter.appendReversion(at: \.notes)
    reverter.appendReversion(at: \.inner)
  }

  static func nested(depth: Int) -> Level {
    Level(name: "Level \(depth)", inner: depth > 1 ? [nested(depth: depth - 1)] : [])
  }

  mutating func editDeepest(_ number: Int) {
    guard inner.isEmpty else { return inner[0].editDeepest(number) }
    count = number + 1
  }
}
