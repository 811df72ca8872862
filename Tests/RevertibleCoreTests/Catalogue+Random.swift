import Foundation
import SeededRandom

extension Catalogue {

  /// Changes one or a few properties, sometimes to their old values.
  mutating func edit(using random: inout SeededGenerator) {
    for _ in 0...random.below(3) { editOne(using: &random) }
  }

  private mutating func editOne(using random: inout SeededGenerator) {
    switch random.below(5) {
    case 0: editNumber(using: &random)
    case 1: editRun(using: &random)
    case 2: editCollection(using: &random)
    case 3: editOptional(using: &random)
    default: editItem(using: &random)
    }
  }

  private mutating func editNumber(using random: inout SeededGenerator) {
    let number = random.below(3)
    switch random.below(17) {
    case 0: flag.toggle()
    case 1: int = number
    case 2: int8 = Int8(number)
    case 3: int16 = Int16(number)
    case 4: int32 = Int32(number)
    case 5: int64 = Int64(number)
    case 6: int128 = Int128(number)
    case 7: uint = UInt(number)
    case 8: uint8 = UInt8(number)
    case 9: uint16 = UInt16(number)
    case 10: uint32 = UInt32(number)
    case 11: uint64 = UInt64(number)
    case 12: uint128 = UInt128(number)
    case 13: double = Double(number) / 3
    case 14: float = Float(number) / 3
    case 15: decimal = Decimal(number)
    default: date = Date(timeIntervalSince1970: Double(number))
    }
  }

  private mutating func editRun(using random: inout SeededGenerator) {
    switch random.below(4) {
    case 0, 1: text.edit(using: &random)
    case 2: data.edit(using: &random)
    default: character = random.chance(2) ? "e\u{301}" : "z"
    }
  }

  private mutating func editCollection(using random: inout SeededGenerator) {
    switch random.below(5) {
    case 0: set.formSymmetricDifference([random.below(8), random.below(8)])
    case 1:
      if numbers.isEmpty || random.chance(2) {
        numbers.insert(random.below(9), at: random.below(numbers.count + 1))
      } else {
        numbers.remove(at: random.below(numbers.count))
      }
    case 2: itemsByName["\(random.below(4))"] = random.chance(3) ? nil : .any(using: &random)
    default: items.edit(using: &random)
    }
  }

  private mutating func editOptional(using random: inout SeededGenerator) {
    let isNil = random.chance(3)
    switch random.below(11) {
    case 0: optionalFlag = isNil ? nil : random.chance(2)
    case 1: optionalNumber = isNil ? nil : random.below(3)
    case 2: optionalDate = isNil ? nil : Date(timeIntervalSince1970: Double(random.below(3)))
    case 3: optionalText.clearOrEdit(isNil, "", using: &random)
    case 4: optionalData.clearOrEdit(isNil, Data(), using: &random)
    case 5: optionalSet = isNil ? nil : ["\(random.below(4))", "\(random.below(4))"]
    case 6: optionalItems.clearOrEdit(isNil, [], using: &random)
    case 7:
      optionalItemsByName = isNil ? nil : ["a": .any(using: &random), "b": .any(using: &random)]
    case 8: nested = isNil ? .none : .some(random.chance(2) ? nil : random.below(2))
    case 9: url = isNil ? nil : URL(filePath: "/\(random.below(3))")
    default: optionalItem = isNil ? nil : .any(using: &random)
    }
  }

  private mutating func editItem(using random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: item = .any(using: &random)
    case 1: item.edit(using: &random)
    case 2: optionalItem?.edit(using: &random)
    default: shape = [.point, .line, .circle][random.below(3)]
    }
  }
}

/// A value that random edits can change.
protocol RandomlyEditable {
  mutating func edit(using random: inout SeededGenerator)
}

extension Optional where Wrapped: RandomlyEditable {
  mutating func clearOrEdit(
    _ isCleared: Bool, _ beginning: Wrapped, using random: inout SeededGenerator
  ) {
    var value = self ?? beginning
    value.edit(using: &random)
    self = isCleared ? nil : value
  }
}

extension Catalogue.Item: RandomlyEditable {

  static func any(using random: inout SeededGenerator) -> Self {
    Self(id: random.below(5), name: "item \(random.below(3))", count: random.below(3))
  }

  mutating func edit(using random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: name = "item \(random.below(5))"
    case 1: count = random.below(5)
    default: children.edit(using: &random)
    }
  }
}

extension [Catalogue.Item]: RandomlyEditable {

  /// Inserts, removes, moves, changes, shuffles or replaces; identities may occur more than once.
  mutating func edit(using random: inout SeededGenerator) {
    guard !isEmpty, !random.chance(4) else {
      return insert(.any(using: &random), at: random.below(count + 1))
    }
    let place = random.below(count)
    switch random.below(12) {
    case 0, 1: remove(at: place)
    case 2, 3: insert(remove(at: place), at: random.below(count + 1))
    case 4: shuffle(using: &random)
    case 5: self = (0..<random.below(12)).map { Element(id: $0) }.shuffled(using: &random)
    case 6: removeSubrange(place..<Swift.min(count, place + 3))
    case 7: self[place] = .any(using: &random)
    default: self[place].edit(using: &random)
    }
  }
}

extension String: RandomlyEditable {

  private static let pieces = [
    "a", "b", "long piece of text ", "\u{e9}", "e\u{301}", "👩‍👩‍👧", "🇩🇪", "\r\n", "\n", "ß", "字",
  ]

  mutating func edit(using random: inout SeededGenerator) {
    let piece = Self.pieces[random.below(Self.pieces.count)]
    let place = index(startIndex, offsetBy: random.below(count + 1))
    switch random.below(3) {
    case 0: insert(contentsOf: piece, at: place)
    case 1: removeSubrange(place..<(index(place, offsetBy: 3, limitedBy: endIndex) ?? endIndex))
    default: replaceSubrange(place..<endIndex, with: piece)
    }
  }
}

extension Data: RandomlyEditable {

  mutating func edit(using random: inout SeededGenerator) {
    // Foundation traps when a slice with shared storage is edited.
    if startIndex != 0 { self = Data(self) }
    let place = startIndex + random.below(count + 1)
    switch random.below(4) {
    case 0: removeSubrange(place..<Swift.min(endIndex, place + 3))
    case 1: self = Data(repeating: 7, count: random.below(40))
    case 2: self = dropFirst(2)
    default: insert(contentsOf: [UInt8](repeating: UInt8(random.below(3)), count: 5), at: place)
    }
  }
}
