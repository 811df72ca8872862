import Foundation
import SeededRandom

/// Texts whose parts combine, are equal in several spellings, or are empty or invisible.
enum OddText {
  static let pieces = [
    "", "a", "\u{e9}", "e\u{301}", "\u{301}", "\u{212b}", "\u{c5}", "A\u{30a}", "q\u{323}\u{307}",
    "q\u{307}\u{323}", "👩‍👩‍👧", "👩", "\u{200d}", "🇩🇪", "🇩", "\r\n", "\r", "\n", "\u{d55c}",
    "\u{1112}\u{1161}\u{11ab}", "\0", "\u{feff}", "ß", "a text that does not fit in itself \u{e9}",
    "a text that does not fit in itself e\u{301}",
  ]

  static func any(using random: inout SeededGenerator) -> String {
    (0...random.below(3)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }
}

extension String {
  /// An equal text, with other bytes if the text has another spelling.
  var respelt: String {
    let composed = precomposedStringWithCanonicalMapping
    return composed.exact == exact ? decomposedStringWithCanonicalMapping : composed
  }

  fileprivate mutating func editOddly(using random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: self = respelt
    case 1: append(OddText.any(using: &random))
    case 2: self = OddText.any(using: &random) + self
    default: self = OddText.any(using: &random)
    }
  }
}

extension Double {
  /// Returns one of a few numbers, so that they recur, including those with unusual equality.
  fileprivate static func odd(using random: inout SeededGenerator) -> Double {
    [0, -0.0, .nan, -.nan, .signalingNaN, .infinity, 1, .leastNonzeroMagnitude][random.below(8)]
  }
}

extension Array {
  /// Inserts, removes, moves or changes an element.
  fileprivate mutating func editOne(
    using random: inout SeededGenerator, new: (inout SeededGenerator) -> Element,
    change: (inout Element, inout SeededGenerator) -> Void
  ) {
    guard !isEmpty, !random.chance(3) else {
      return insert(new(&random), at: random.below(count + 1))
    }
    let place = random.below(count)
    switch random.below(5) {
    case 0: remove(at: place)
    case 1: insert(remove(at: place), at: random.below(count + 1))
    case 2: shuffle(using: &random)
    default: change(&self[place], &random)
    }
  }
}

extension [String] {
  fileprivate mutating func editOddly(using random: inout SeededGenerator) {
    editOne(using: &random, new: { OddText.any(using: &$0) }, change: { $0.editOddly(using: &$1) })
  }
}

extension Album {

  mutating func edit(using random: inout SeededGenerator) {
    for _ in 0...random.below(3) {
      switch random.below(4) {
      case 0: editText(using: &random)
      case 1: editNumber(using: &random)
      case 2: editKeys(using: &random)
      default: editParts(using: &random)
      }
    }
  }

  private mutating func editText(using random: inout SeededGenerator) {
    switch random.below(6) {
    case 0: title.editOddly(using: &random)
    case 1: initial = OddText.any(using: &random).first ?? "\u{e9}"
    case 2: lines.editOddly(using: &random)
    case 3: pages.editOne(using: &random, new: { _ in [] }, change: { $0.editOddly(using: &$1) })
    case 4: remark = random.chance(3) ? nil : remark?.respelt ?? OddText.any(using: &random)
    default:
      remarks.editOne(
        using: &random, new: { $0.chance(3) ? nil : OddText.any(using: &$0) },
        change: { remark, _ in remark = remark?.respelt })
    }
  }

  private mutating func editNumber(using random: inout SeededGenerator) {
    switch random.below(5) {
    case 0: level = .odd(using: &random)
    case 1:
      levels.editOne(
        using: &random, new: { .odd(using: &$0) }, change: { $0 = .odd(using: &$1) })
    case 2: date = Date(timeIntervalSinceReferenceDate: .odd(using: &random))
    case 3:
      if random.chance(4) { depths = [] } else { depths.insert(.odd(using: &random)) }
    default:
      if random.chance(4) { sizes = [:] } else { sizes[.odd(using: &random)] = random.below(3) }
    }
  }

  private mutating func editKeys(using random: inout SeededGenerator) {
    let text = OddText.any(using: &random)
    switch random.below(6) {
    case 0: names.insert(text)
    case 1: names.popFirst().map { _ = names.update(with: $0.respelt) }
    case 2: names.removeAll()
    case 3: captions[text] = OddText.any(using: &random)
    case 4: captions = [:]
    default:
      captions.popFirst().map { captions[$0.key.respelt] = random.chance(2) ? $0.value : text }
    }
  }

  private mutating func editParts(using random: inout SeededGenerator) {
    switch random.below(3) {
    case 0:
      marks.editOne(
        using: &random, new: { .any(using: &$0) }, change: { $0 = .any(using: &$1) })
    case 1:
      kinds.editOne(
        using: &random, new: { .any(using: &$0) }, change: { $0 = .any(using: &$1) })
    default:
      inner.editOne(
        using: &random, new: { Album(id: OddText.any(using: &$0)) },
        change: { album, random in
          if random.chance(4) { album = album.withRespeltID }
          album.edit(using: &random)
        })
    }
  }

  private var withRespeltID: Album {
    var album = Album(id: id.respelt)
    album.lines = lines
    return album
  }
}

extension Album.Mark {
  fileprivate static func any(using random: inout SeededGenerator) -> Self {
    Self(
      number: random.below(2), label: OddText.any(using: &random),
      places: [Int](0..<random.below(4)))
  }
}

extension Album.Kind {
  fileprivate static func any(using random: inout SeededGenerator) -> Self {
    switch random.below(4) {
    case 0: .plain
    case 1: .dated(day: random.chance(2) ? nil : random.below(2))
    default: .named(OddText.any(using: &random))
    }
  }
}
