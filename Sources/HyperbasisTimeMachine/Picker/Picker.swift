package import Foundation
package import HyperbasisCanvas
package import HyperbasisHistory
package import HyperbasisSyncStatus

/// The list of spaces.
package struct Picker: Sendable {
  /// All spaces in the store; nil until they are loaded.
  package var spaces: [SpaceSummary]? { didSet { list() } }
  /// The spaces in the cloud; nil until it has responded.
  package var cloud: ListedCloudSpaces? { didSet { list() } }
  /// Whether the last request to list the cloud's spaces failed.
  var hasCloudFailed = false
  /// Whether the cloud was asked for its spaces since the list was opened.
  var hasAskedCloud = false
  /// The listed spaces, in order.
  package private(set) var listed: [ListedSpace] = []
  /// Whether several of them have the same name, or none.
  private(set) var hasTwins = false
  package var order = SpaceOrder.usual { didSet { list() } }
  /// Words that the name of a listed space must contain; if empty, all spaces are listed.
  package var filter = "" { didSet { list() } }
  package var row = 0
  package var scroll = 0
  /// The space that the user comes back from, until it is found in the list.
  var cameFrom: UUID?
  /// The space that is being opened.
  package var opening: UUID?
  /// The DATE at which to open the next space.
  package var openingDate: DateExpression?
  /// What was typed before the store responded.
  package var typedAhead: [Key] = []

  var count: Int { listed.count }

  package var selected: ListedSpace? {
    listed.indices.contains(row) ? listed[row] : nil
  }

  /// Lists the spaces again; the selected one stays selected if it is still listed.
  private mutating func list() {
    let id = cameFrom ?? selected?.id
    if spaces != nil { cameFrom = nil }
    listed = order.sorted(all.filter { $0.matches(filter) })
    hasTwins = Set(listed.map(\.name)).count < listed.count
    row = listed.firstIndex { $0.id == id } ?? max(0, min(row, count - 1))
  }
}

extension Picker {
  /// The spaces of the store, then those that only the cloud has.
  private var all: [ListedSpace] {
    (spaces ?? []).map(ListedSpace.init) + elsewhere.map(ListedSpace.init)
  }

  /// Whether there is no space, as far as is known.
  var isEmpty: Bool { spaces?.isEmpty == true && elsewhere.isEmpty }

  /// The spaces that only the cloud has, as far as it listed them.
  var elsewhere: [CloudSpace] {
    let here = Set((spaces ?? []).map(\.id))
    return (cloud?.spaces ?? []).filter { !here.contains($0.id) }
  }
}

/// The order in which spaces are listed.
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

  /// How a message describes it.
  var text: TerminalText {
    switch self {
    case .usual: "in the usual order"
    case .name: "by name"
    case .changed: "by latest change, newest first"
    case .anchors: "by number of anchors, most first"
    case .events: "by number of events, most first"
    }
  }

  /// The text after the number of spaces; empty for the usual order.
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
    // Space 2 before Space 10.
    case .name: left.sortName.compare(right.sortName, options: .numeric) == .orderedAscending
    case .changed:
      (left.changedAt?.microseconds ?? .min) > (right.changedAt?.microseconds ?? .min)
    case .anchors: left.anchors ?? -1 > right.anchors ?? -1
    case .events: left.events ?? -1 > right.events ?? -1
    }
  }
}

extension ListedSpace {
  fileprivate var sortName: String { Self.folded(name ?? "") }

  /// Returns whether the name contains all words of a text, ignoring case; a word may also be the
  /// beginning of the id.
  fileprivate func matches(_ text: String) -> Bool {
    let name = sortName
    return Self.folded(text).split(separator: " ").allSatisfy { word in
      name.contains(word) || isIdPrefix(word)
    }
  }

  /// Words shorter than the minimum would match the start of many ids by chance.
  private func isIdPrefix(_ word: Substring) -> Bool {
    word.count >= TextualSelector.minimumPrefix && id.uuidString.lowercased().hasPrefix(word)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
