package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisSyncStatus

/// The list of spaces.
package struct Picker: Sendable {
  /// All that are in the store; nil while they are not loaded yet.
  package var spaces: [SpaceSummary]? { didSet { list() } }
  /// Those that a cloud has; nil while it has not told.
  package var cloud: ListedCloudSpaces? { didSet { list() } }
  /// Whether it told nothing when it was asked last.
  var hasCloudFailed = false
  /// Whether the cloud was asked for its spaces since the list was opened.
  var hasAskedCloud = false
  /// Those that are listed, in the order in which they are.
  package private(set) var listed: [ListedSpace] = []
  package var order = SpaceOrder.usual { didSet { list() } }
  /// Words of which the name of a listed space has all; empty: all spaces are listed.
  package var filter = "" { didSet { list() } }
  package var row = 0
  package var scroll = 0
  /// The space that one comes back from, until it is found in the list.
  var cameFrom: UUID?
  /// The space that is being opened.
  package var opening: UUID?
  /// The DATE to open the next space at.
  package var openingDate: DateExpression?
  /// What was typed before the store responded.
  package var typedAhead: [Key] = []

  var count: Int { listed.count }

  package var selected: ListedSpace? {
    listed.indices.contains(row) ? listed[row] : nil
  }

  /// Lists the spaces again; the one that was selected stays selected where it is still listed.
  private mutating func list() {
    let id = cameFrom ?? selected?.id
    if spaces != nil { cameFrom = nil }
    listed = order.sorted(all.filter { $0.matches(filter) })
    row = listed.firstIndex { $0.id == id } ?? max(0, min(row, count - 1))
  }
}

extension Picker {
  /// The spaces of the store, then those that the cloud alone has.
  private var all: [ListedSpace] {
    (spaces ?? []).map(ListedSpace.init) + elsewhere.map(ListedSpace.init)
  }

  /// Whether there is no space, as far as anybody told.
  var isEmpty: Bool { spaces?.isEmpty == true && elsewhere.isEmpty }

  /// The spaces that the cloud alone has, as far as it listed them.
  var elsewhere: [CloudSpace] {
    let here = Set((spaces ?? []).map(\.id))
    return (cloud?.spaces ?? []).filter { !here.contains($0.id) }
  }
}

/// In which order spaces are listed.
package enum SpaceOrder: String, CaseIterable, Hashable, Sendable {
  /// As the store has them.
  case usual
  case name
  /// The latest change first.
  case changed
  /// The one with the most anchors first.
  case anchors
  /// The one with the most events first.
  case events

  /// What a message says of it.
  var text: TerminalText {
    switch self {
    case .usual: "in the usual order"
    case .name: "by name"
    case .changed: "by latest change, newest first"
    case .anchors: "by number of anchors, most first"
    case .events: "by number of events, most first"
    }
  }

  /// What follows the number of spaces; empty for the usual order.
  var heading: TerminalText { self == .usual ? .empty : "by \(TerminalText(rawValue))" }

  fileprivate func sorted(_ spaces: [ListedSpace]) -> [ListedSpace] {
    let ranked = spaces.enumerated().sorted { left, right in
      precedes(left.element, right.element)
        || (!precedes(right.element, left.element) && left.offset < right.offset)
    }
    return ranked.map(\.element)
  }

  private func precedes(_ left: ListedSpace, _ right: ListedSpace) -> Bool {
    switch self {
    case .usual: false
    case .name: left.sortName < right.sortName
    case .changed:
      (left.changedAt?.microseconds ?? .min) > (right.changedAt?.microseconds ?? .min)
    case .anchors: left.anchors ?? -1 > right.anchors ?? -1
    case .events: left.events ?? -1 > right.events ?? -1
    }
  }
}

extension ListedSpace {
  fileprivate var sortName: String { Self.folded(name ?? "") }

  /// Whether the name has all the words of a text, in any case, or the id begins with it.
  fileprivate func matches(_ text: String) -> Bool {
    let name = sortName
    return Self.folded(text).split(separator: " ").allSatisfy { word in
      name.contains(word) || isIdPrefix(word)
    }
  }

  /// A shorter word is the beginning of many an id by chance.
  private func isIdPrefix(_ word: Substring) -> Bool {
    word.count >= TextualSelector.minimumPrefix && id.uuidString.lowercased().hasPrefix(word)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
