package import HyperbasisCanvas

/// A line of text being edited, with its cursor.
package struct LineEditor: Hashable, Sendable {
  package private(set) var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int

  package static let limit = 1000

  package init(_ text: String = "") {
    characters = Array(text.prefix(Self.limit))
    cursor = characters.count
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }
  /// Whether the cursor is at the end.
  package var isAtEnd: Bool { cursor == characters.count }
}

extension LineEditor {
  /// Handles a key while a line is edited; returns false for a key that means nothing here.
  package mutating func handle(_ key: Key) -> Bool {
    if let scalar = key.typed {
      insert(String(Character(scalar)))
      return true
    }
    switch key {
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .backspace: erase((cursor - 1)..<cursor)
    case .delete: erase(cursor..<(cursor + 1))
    case .control("u"): erase(0..<cursor)
    case .control("k"): erase(cursor..<characters.count)
    case .control("w"): erase(startOfWord..<cursor)
    default: return false
    }
    return true
  }

  /// Inserts pasted text: line breaks become blanks, and nothing in it acts as a key.
  package mutating func insert(_ text: String) {
    let room = Self.limit - characters.count
    let clean = text.prefix(max(0, room)).map { $0.isNewline || $0 == "\t" ? " " : $0 }
    // A combining mark joins the character before it, so the line is reassembled.
    let before = String(characters[..<cursor]) + String(clean)
    characters = Array(before + String(characters[cursor...]))
    cursor = min(before.count, characters.count)
  }

  private mutating func erase(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    characters.removeSubrange(range)
    if cursor > range.lowerBound { cursor = max(range.lowerBound, cursor - range.count) }
  }

  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }
}
