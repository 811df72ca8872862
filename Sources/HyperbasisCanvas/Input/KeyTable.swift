/// The keys that terminals send as sequences.
enum KeyTable {
  /// Returns the key of `CSI … final`.
  static func key(_ sequence: ControlSequence, final: UInt8) -> Key? {
    let modifiers = sequence.modifiers
    switch final {
    case UInt8(ascii: "~"): return tilde(sequence)
    case UInt8(ascii: "u"): return character(sequence.number(0), modifiers)
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    case UInt8(ascii: "$"): return numbered(sequence.number(0)).map { Key($0, .shift) }
    case UInt8(ascii: "^"): return numbered(sequence.number(0)).map { Key($0, .control) }
    case UInt8(ascii: "@"): return numbered(sequence.number(0)).map { Key($0, [.shift, .control]) }
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return key(shifted: final - 0x20).map { Key($0.code, .shift) }
    case UInt8(ascii: "M"): return nil
    case UInt8(ascii: "R") where sequence.number(0) > 1: return nil
    default:
      guard final < UInt8(ascii: "a"), let key = key(shifted: final) else { return nil }
      return Key(key.code, modifiers)
    }
  }

  /// Returns the key of `SS3 final`, and of `CSI final` for the same bytes.
  static func key(shifted final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      key(shifted: final - 0x20).map { Key($0.code, .control) }
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      // The keypad: * + , - . / 0 … 9.
      .character(Unicode.Scalar(final - UInt8(ascii: "j") + UInt8(ascii: "*")))
    default: nil
    }
  }

  /// Returns the key of `CSI [ final`.
  static func key(console final: UInt8) -> Key? {
    (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final)
      ? .function(Int(final - UInt8(ascii: "A")) + 1) : nil
  }

  private static func tilde(_ sequence: ControlSequence) -> Key? {
    if sequence.number(0) == 27 { return character(sequence.number(2), sequence.modifiers) }
    return numbered(sequence.number(0)).map { Key($0, sequence.modifiers) }
  }

  private static func numbered(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Returns a key that is sent as the number of its character.
  private static func character(_ number: Int, _ modifiers: Key.Modifiers) -> Key? {
    switch number {
    case 8, 127: return Key(.backspace, modifiers)
    case 9: return Key(.tab, modifiers)
    case 13, 57414: return Key(.enter, modifiers)
    case 27: return Key(.escape, modifiers)
    default:
      guard let scalar = Unicode.Scalar(UInt32(number)), case .shown = ScalarPolicy.of(scalar)
      else { return nil }
      return Key(.character(scalar), modifiers).normalized
    }
  }
}

extension ControlSequence {
  /// The modifiers of `SS3 5 A` and `SS3 1 ; 5 A`.
  var shiftedModifiers: Key.Modifiers { Self.modifiers(numbers.last ?? 0) }
}

/// The bytes received so far of a CSI or SS3 sequence.
struct ControlSequence: Sendable, Equatable {
  /// The byte after ESC.
  let introducer: UInt8
  /// Whether the Escape key was already reported when the introducer came.
  let isLate: Bool
  /// Parameter and intermediate bytes.
  var parameters: [UInt8] = []

  /// Whether these bytes may have been the keys Escape and `[` or `O`.
  var mayBeKey: Bool { isLate && parameters.isEmpty }

  /// Appends a byte. Real sequences are short; bytes beyond the limit are discarded.
  mutating func append(_ byte: UInt8) {
    if parameters.count < 64 { parameters.append(byte) }
  }

  /// The byte that marks a private sequence, as in `CSI < 0 ; 3 ; 4 M`.
  var marker: UInt8? {
    parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
  }

  /// The numbers between semicolons, without anything after a colon; 0 if there is none.
  var numbers: [Int] {
    let digits = marker == nil ? parameters[...] : parameters.dropFirst()
    return digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Self.number($0.prefix { $0 != UInt8(ascii: ":") })
    }
  }

  func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  /// Shift, Alt and Control as encoded in the second number.
  var modifiers: Key.Modifiers { Self.modifiers(number(1)) }

  /// Decodes modifiers, which terminals send as their bits plus one.
  static func modifiers(_ number: Int) -> Key.Modifiers {
    number > 1 ? Key.Modifiers(rawValue: UInt8((number - 1) & 7)) : []
  }

  /// Whether a terminal reports the release of a key, as `CSI 97 ; 1 : 3 u`.
  var isRelease: Bool {
    let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count > 1 else { return false }
    return fields[1].split(separator: UInt8(ascii: ":")).dropFirst().first.map(Self.number) == 3
  }

  /// Greater numbers are clamped to this one; no valid sequence contains any.
  static let greatestNumber = 999_999

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return 0 }
      value = min(value * 10 + Int(digit - 0x30), greatestNumber)
    }
    return value
  }
}
