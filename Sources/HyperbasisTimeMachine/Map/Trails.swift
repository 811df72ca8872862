import Foundation
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// How much of the paths of anchors is drawn.
package enum Trails: Hashable, Sendable {
  case off
  /// The last places, including the present one.
  case places(Int)
  /// The path of the last microseconds.
  case time(Int64)
  /// From A to B, whichever date is on screen.
  case marks
  /// The whole path to the date on screen.
  case all

  package static let short = Trails.places(8)
  package static let long = Trails.places(64)
}

// MARK: - Words

extension Trails: CustomStringConvertible {
  /// The word that is typed for it: `off`, `short`, `50`, `1h`, `ab`, `all`.
  package var description: String {
    switch self {
    case .off: "off"
    case .short: "short"
    case .long: "long"
    case .places(let count): "\(count)"
    case .time(let microseconds): Self.word(microseconds)
    case .marks: "ab"
    case .all: "all"
    }
  }

  /// For more places than this, there is the whole path.
  private static let mostPlaces = 1000

  /// Reads a word; nil if it means nothing.
  package init?(word: String) {
    let word = word.lowercased().filter { !$0.isWhitespace }
    if let known = Self.words[word] {
      self = known
    } else if let count = Int(word) {
      guard (2...Self.mostPlaces).contains(count) else { return nil }
      self = .places(count)
    } else if let microseconds = UnitAmount.microseconds(word), microseconds > 0 {
      self = .time(microseconds)
    } else {
      return nil
    }
  }

  /// The words for those that have names.
  static let names = ["off", "short", "long", "ab", "all"]

  private static let words: [String: Trails] = [
    "off": .off, "short": .short, "long": .long, "ab": .marks, "all": .all,
  ]

  /// The message when it is chosen.
  var text: TerminalText { "trails: \(name)" }

  /// The name in drawings and messages.
  var name: TerminalText {
    switch self {
    case .off: "off"
    case .places(let count): "the last \(count) positions"
    case .time(let microseconds):
      "the last \(TerminalText(DurationText.text(microseconds: microseconds)))"
    case .marks: "from A to B"
    case .all: "the whole path"
    }
  }

  private static let units: [(name: String, microseconds: Int64)] = [
    ("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000), ("s", 1_000_000),
  ]

  /// Returns a duration in the largest unit that divides it: `90min`.
  private static func word(_ microseconds: Int64) -> String {
    guard let unit = units.first(where: { microseconds.isMultiple(of: $0.microseconds) }) else {
      return "\(Double(microseconds) / 1_000_000)s"
    }
    return "\(microseconds / unit.microseconds)\(unit.name)"
  }
}

// MARK: - The key

extension Trails {
  /// Round lengths of time, in seconds.
  private static let ladder: [Int64] = [
    1, 10, 60, 600, 3600, 21_600, 86_400, 604_800, 2_592_000, 31_536_000,
  ]

  /// Returns the choices that the key cycles through in a space.
  ///
  /// - Parameters:
  ///   - span: The length of its history in microseconds: the two longest times that are shorter are
  ///     among the choices.
  ///   - hasMarks: Whether A and B are set.
  static func choices(span: Int64, hasMarks: Bool) -> [Trails] {
    let times = ladder.map { Trails.time($0 * 1_000_000) }.filter {
      if case .time(let length) = $0 { length < span } else { false }
    }
    return [.off, .short, .long] + times.suffix(2) + (hasMarks ? [.marks] : []) + [.all]
  }

  /// Returns the choice after this one; the first after the last, and if this one is not among them.
  func following(in choices: [Trails]) -> Trails {
    guard let number = choices.firstIndex(of: self) else { return choices.first ?? .off }
    return choices[(number + 1) % choices.count]
  }
}
