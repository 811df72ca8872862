/// Turns the bytes of a terminal into events, however reads and delays split them.
///
/// A pure state machine: it is passed the time, in milliseconds of any steady clock, and reports by when
/// it must be called again.
///
/// ESC and a character that arrive together are that character with Alt.
/// The bytes of an escape sequence are never read as keys, even if they arrive late. An Escape alone
/// becomes a key after `escapeDelay`; a bracket that follows it within `lateIntroducer` may still belong
/// to it, and is held until the next bytes decide. While an answer from the terminal is expected, an ESC
/// may be its beginning, and waits for as long as the answer may take.
package struct InputDecoder: Sendable {
  /// How long an ESC waits for the rest of a sequence before it is the Escape key.
  package static let escapeDelay = 50
  /// How long after ESC a `[` or `O` may still be the second byte of a sequence.
  package static let lateIntroducer = 1000
  /// How long such a late `[` or `O` waits for the rest before it is a key.
  package static let lateRest = 600
  /// How long to wait for the end of an unsolicited control string.
  static let stringPatience = 500
  /// How long after a request a terminal may answer.
  package static let answerPatience = 500
  /// The greatest number of bytes of a control string that are examined.
  static let stringLimit = 64
  /// The greatest number of bytes of a paste that are kept.
  static let pasteLimit = 1 << 20

  enum State: Sendable, Equatable {
    case ground
    case escape
    case csi(ControlSequence)
    case ss3(ControlSequence)
    /// The second byte of what may be a control string, or Escape and a key.
    case stringStart(UInt8)
    case string(ControlString)
    /// The three bytes that follow an old mouse report.
    case oldMouse([UInt8])
    case paste
    case scalar([UInt8], length: Int)
  }

  var state = State.ground
  var pasted: [UInt8] = []
  /// When the latest byte came.
  var latest = 0
  /// When the ESC came that was taken for the Escape key, while it may still turn out to be something
  /// else.
  var looseEscape: Int?
  var events: [InputEvent] = []
  /// The time until which an answer from the terminal may come; nil if none is expected.
  var answerDeadline: Int?

  package init() {}

  /// Notes that the terminal was asked for its background and for its type, in this order: every terminal
  /// answers the second, so nothing waits for the first in vain.
  package mutating func expectAnswer(from now: Int) {
    answerDeadline = now + Self.answerPatience
  }
}

/// The part of a control string received so far: its kind and its contents.
struct ControlString: Sendable, Equatable {
  let start: UInt8
  var bytes: [UInt8] = []
  var endsAtBackslash = false
}

extension InputDecoder {
  /// Takes bytes read at `now` and returns the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>, at now: Int) -> [InputEvent] {
    expire(at: now)
    let pause = now - latest
    for byte in bytes {
      abandonPaste(for: byte, after: pause)
      latest = now
      decode(byte)
    }
    return drain()
  }

  /// Returns the events that are complete because no more bytes came until `now`.
  package mutating func advance(to now: Int) -> [InputEvent] {
    expire(at: now)
    return drain()
  }

  /// When to call `advance(to:)` if no byte comes before; `nil` if time changes nothing.
  package var deadline: Int? { patience.map { latest + $0 } }

  private mutating func drain() -> [InputEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Lets Ctrl-C end a paste after a pause: a terminal that never ends one must not trap the user.
  private mutating func abandonPaste(for byte: UInt8, after pause: Int) {
    guard case .paste = state, byte == 0x03, pause > 1000 else { return }
    state = .ground
  }
}

// MARK: - Time

extension InputDecoder {
  private var patience: Int? {
    switch state {
    case .escape, .stringStart:
      max(Self.escapeDelay, answerDeadline.map { $0 - latest } ?? 0)
    case .csi(let sequence), .ss3(let sequence): sequence.mayBeKey ? Self.lateRest : nil
    case .string, .oldMouse: Self.stringPatience
    case .ground, .paste, .scalar: nil
    }
  }

  private mutating func expire(at now: Int) {
    guard let patience, now - latest >= patience else { return }
    switch state {
    case .escape:
      emit(.escape)
      looseEscape = latest
      state = .ground
    case .stringStart(let byte):
      emit(withAlt: byte)
      state = .ground
    case .csi(let sequence), .ss3(let sequence):
      emit(sequence.introducer)
      state = .ground
    default:
      state = .ground
    }
  }
}

// MARK: - Bytes

extension InputDecoder {
  private mutating func decode(_ byte: UInt8) {
    switch state {
    case .ground: decodeInGround(byte)
    case .escape: decodeAfterEscape(byte)
    case .csi(let sequence): decodeInControlSequence(byte, sequence)
    case .ss3(let sequence): decodeInSingleShift(byte, sequence)
    case .stringStart(let start): decodeAtStringStart(byte, start)
    case .string(let string): decodeInString(byte, string)
    case .oldMouse(let bytes): decodeOldMouse(bytes + [byte])
    case .paste: decodePasted(byte)
    case .scalar(let bytes, let length): decodeInScalar(byte, bytes, length)
    }
  }

  mutating func decodeInGround(_ byte: UInt8) {
    let isLate = looseEscape.map { latest - $0 <= Self.lateIntroducer } ?? false
    looseEscape = nil
    switch byte {
    case 0x1B: state = .escape
    case UInt8(ascii: "[") where isLate:
      state = .csi(ControlSequence(introducer: byte, isLate: true))
    case UInt8(ascii: "O") where isLate:
      state = .ss3(ControlSequence(introducer: byte, isLate: true))
    case 0..<0x80: emit(byte)
    default: startScalar(byte)
    }
  }

  private mutating func decodeAfterEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .csi(ControlSequence(introducer: byte, isLate: false))
    case UInt8(ascii: "O"): state = .ss3(ControlSequence(introducer: byte, isLate: false))
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .stringStart(byte)
    case 0x08, 0x7F: emit(Key(.backspace, .alt))
    case let byte where Self.isCharacter(byte): emit(withAlt: byte)
    default:
      // Over slow lines, Escape and the next key arrive together.
      emit(.escape)
      decodeInGround(byte)
    }
  }

  func isStringEnd(_ byte: UInt8) -> Bool { byte == 0x07 || byte == 0x9C }

  private mutating func decodeAtStringStart(_ byte: UInt8, _ start: UInt8) {
    state = .ground
    if byte == 0x1B {
      emit(withAlt: start)
      state = .escape
    } else {
      decodeInString(byte, ControlString(start: start))
    }
  }

  private mutating func decodeInString(_ byte: UInt8, _ string: ControlString) {
    var string = string
    if string.endsAtBackslash && byte == UInt8(ascii: "\\") || isStringEnd(byte) {
      state = .ground
      if let event = string.event { events.append(event) }
    } else {
      string.endsAtBackslash = byte == 0x1B
      if byte != 0x1B, string.bytes.count < Self.stringLimit { string.bytes.append(byte) }
      state = .string(string)
    }
  }
}

// MARK: - Keys of one byte or one scalar

extension InputDecoder {
  mutating func emit(_ key: Key) { events.append(.key(key)) }

  /// Emits the key of an ASCII byte.
  mutating func emit(_ byte: UInt8) { emit(Self.key(of: byte)) }

  /// Emits the key of an ASCII byte that came together with ESC: the letter with Alt, which must not do
  /// what Escape and the letter do separately.
  private mutating func emit(withAlt byte: UInt8) {
    let key = Self.key(of: byte)
    emit(Key(key.code, key.modifiers.union(.alt)))
  }

  /// Returns whether a byte is the key of a character, with or without Control.
  private static func isCharacter(_ byte: UInt8) -> Bool {
    guard byte < 0x80, case .character = key(of: byte).code else { return false }
    return true
  }

  private static func key(of byte: UInt8) -> Key {
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0x01...0x1A: .control(Unicode.Scalar(byte + 0x60))
    case 0x1C...0x1F: .control(Unicode.Scalar(byte + 0x40))
    default: .character(Unicode.Scalar(byte))
    }
  }

  private mutating func startScalar(_ byte: UInt8) {
    switch byte {
    case 0x9B: state = .csi(ControlSequence(introducer: byte, isLate: false))
    case 0x8F: state = .ss3(ControlSequence(introducer: byte, isLate: false))
    case 0xC2...0xDF: state = .scalar([byte], length: 2)
    case 0xE0...0xEF: state = .scalar([byte], length: 3)
    case 0xF0...0xF4: state = .scalar([byte], length: 4)
    default: emit(.unknown)
    }
  }

  private mutating func decodeInScalar(_ byte: UInt8, _ bytes: [UInt8], _ length: Int) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      emit(.unknown)
      decodeInGround(byte)
      return
    }
    let bytes = bytes + [byte]
    guard bytes.count == length else {
      state = .scalar(bytes, length: length)
      return
    }
    state = .ground
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return emit(.unknown) }
    switch scalar.value {
    case 0x9B: state = .csi(ControlSequence(introducer: 0x9B, isLate: false))
    case 0x8F: state = .ss3(ControlSequence(introducer: 0x8F, isLate: false))
    case 0x80..<0xA0: emit(.unknown)
    default: emit(.character(scalar))
    }
  }
}
