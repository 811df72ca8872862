extension VirtualScreen {
  enum Token: Sendable {
    case text(Unicode.Scalar)
    case control(UInt8)
    case escape(intermediates: String, final: Character)
    case csi(parameters: String, final: Character)
    case osc(String)
  }

  /// Splits bytes into text and sequences.
  struct Parser: Sendable {
    private enum State {
      case ground, escape, csi, osc, string
    }

    private var state = State.ground
    private var collected: [UInt8] = []
    private var scalar: [UInt8] = []
    private var endsAtBackslash = false

    mutating func take(_ byte: UInt8) -> [Token] {
      switch state {
      case .ground: return takeInGround(byte)
      case .escape: return takeAfterEscape(byte)
      case .csi: return takeInCSI(byte)
      case .osc, .string: return takeInString(byte)
      }
    }

    private mutating func takeInGround(_ byte: UInt8) -> [Token] {
      if byte == 0x1B {
        begin(.escape)
        return []
      }
      if byte < 0x20 || byte == 0x7F { return [.control(byte)] }
      if byte < 0x80 { return [.text(Unicode.Scalar(byte))] }
      scalar.append(byte)
      let length = scalar[0] >= 0xF0 ? 4 : scalar[0] >= 0xE0 ? 3 : 2
      guard scalar.count >= length else { return [] }
      defer { scalar = [] }
      return String(decoding: scalar, as: UTF8.self).unicodeScalars.map(Token.text)
    }

    private mutating func begin(_ state: State) {
      self.state = state
      collected = []
      scalar = []
      endsAtBackslash = false
    }

    private mutating func takeAfterEscape(_ byte: UInt8) -> [Token] {
      switch byte {
      case UInt8(ascii: "["): begin(.csi)
      case UInt8(ascii: "]"): begin(.osc)
      case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
        begin(.string)
      case 0x20...0x2F: collected.append(byte)
      default:
        state = .ground
        return [.escape(intermediates: text, final: Character(Unicode.Scalar(byte)))]
      }
      return []
    }

    private mutating func takeInCSI(_ byte: UInt8) -> [Token] {
      switch byte {
      case 0x20...0x3F:
        collected.append(byte)
        return []
      case 0x40...0x7E:
        state = .ground
        return [.csi(parameters: text, final: Character(Unicode.Scalar(byte)))]
      case 0x1B:
        begin(.escape)
        return []
      default:
        return [.control(byte)]
      }
    }

    private mutating func takeInString(_ byte: UInt8) -> [Token] {
      let isEnd = byte == 0x07 || endsAtBackslash && byte == UInt8(ascii: "\\")
      guard isEnd else {
        endsAtBackslash = byte == 0x1B
        if byte != 0x1B { collected.append(byte) }
        return []
      }
      let isCommand = state == .osc
      state = .ground
      return isCommand ? [.osc(text)] : []
    }

    private var text: String { String(decoding: collected, as: UTF8.self) }
  }
}
