/// The bytes of a CSI or SS3 sequence that have come so far.
struct ControlSequence: Sendable, Equatable {
  /// The byte after ESC.
  let introducer: UInt8
  /// Whether the Escape key was already reported when the introducer came.
  let isLate: Bool
  /// Parameter and intermediate bytes.
  var parameters: [UInt8] = []

  init(introducer: UInt8, isLate: Bool) {
    self.introducer = introducer
    self.isLate = isLate
  }

  /// Whether all this may have been the keys Escape and `[` or `O`.
  var mayBeKey: Bool { isLate && parameters.isEmpty }

  /// Real sequences are short; what is beyond is swallowed, not kept.
  mutating func append(_ byte: UInt8) {
    if parameters.count < 64 { parameters.append(byte) }
  }

  /// The byte that marks a private sequence, as in `CSI < 0 ; 3 ; 4 M`.
  var marker: UInt8? {
    parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
  }

  /// The numbers between semicolons, without what follows a colon; 0 where there is none.
  var numbers: [Int] {
    let digits = marker == nil ? parameters[...] : parameters.dropFirst()
    return digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Self.number($0.prefix { $0 != UInt8(ascii: ":") })
    }
  }

  func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  /// Shift, Alt and Control as the second number tells them.
  var modifiers: Key.Modifiers { Self.modifiers(number(1)) }

  /// Terminals send the bits of the modifiers and add one.
  static func modifiers(_ number: Int) -> Key.Modifiers {
    number > 1 ? Key.Modifiers(rawValue: UInt8((number - 1) & 7)) : []
  }

  /// Whether a terminal reports that a key was let go, as `CSI 97 ; 1 : 3 u`.
  var isRelease: Bool {
    let fields = parameters.split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count > 1 else { return false }
    return fields[1].split(separator: UInt8(ascii: ":")).dropFirst().first.map(Self.number) == 3
  }

  /// Greater numbers are taken for this one; no sequence means any of them.
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
