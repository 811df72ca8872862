extension InputDecoder {
  /// Decodes one byte after ESC `[`.
  mutating func decodeInControlSequence(_ byte: UInt8, _ sequence: ControlSequence) {
    var sequence = sequence
    switch byte {
    case UInt8(ascii: "$") where sequence.marker == nil && !sequence.parameters.isEmpty:
      // One family of terminals ends the sequences of shifted keys with this byte.
      finish(sequence, final: byte)
    case 0x20...0x3F where !sequence.mayBeKey || (0x30...0x3F).contains(byte):
      sequence.append(byte)
      state = .csi(sequence)
    case UInt8(ascii: "[") where sequence.parameters.isEmpty && !sequence.isLate:
      // The function keys of a console without a window system: ESC [ [ A.
      sequence.append(byte)
      state = .csi(sequence)
    case 0x40...0x7E where !sequence.mayBeKey || Self.isUsualFinal(byte):
      finish(sequence, final: byte)
    default:
      interrupt(sequence, by: byte)
    }
  }

  /// Decodes one byte after ESC `O`.
  mutating func decodeInSingleShift(_ byte: UInt8, _ sequence: ControlSequence) {
    var sequence = sequence
    switch byte {
    case 0x30...0x3B:
      sequence.append(byte)
      state = .ss3(sequence)
    case 0x20...0x7E where !sequence.mayBeKey || Self.isUsualShifted(byte):
      state = .ground
      if let key = KeyTable.key(shifted: byte) {
        emit(Key(key.code, key.modifiers.union(sequence.shiftedModifiers)))
      } else {
        emit(.unknown)
      }
    default:
      interrupt(sequence, by: byte)
    }
  }

  /// Whether a byte may end a sequence whose introducer came late; brackets are more likely keys then.
  private static func isUsualFinal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func isUsualShifted(_ byte: UInt8) -> Bool {
    KeyTable.key(shifted: byte) != nil && byte < UInt8(ascii: "a")
  }

  /// Ends a sequence at a byte that no sequence contains, and decodes that byte by itself.
  private mutating func interrupt(_ sequence: ControlSequence, by byte: UInt8) {
    state = .ground
    if sequence.mayBeKey { emit(sequence.introducer) }
    decodeInGround(byte)
  }
}

// MARK: - Complete sequences

extension InputDecoder {
  private mutating func finish(_ sequence: ControlSequence, final: UInt8) {
    state = .ground
    if sequence.parameters.first == UInt8(ascii: "[") {
      return emit(KeyTable.key(console: final) ?? .unknown)
    }
    switch (final, sequence.marker) {
    case (UInt8(ascii: "M"), nil) where sequence.parameters.isEmpty && !sequence.isLate:
      state = .oldMouse([])
    case (UInt8(ascii: "M"), UInt8(ascii: "<")), (UInt8(ascii: "m"), UInt8(ascii: "<")):
      if let event = MouseEvent(report: sequence, isRelease: final == UInt8(ascii: "m")) {
        events.append(.mouse(event))
      }
    case (UInt8(ascii: "c"), UInt8(ascii: "?")): answerDeadline = nil
    case (_, .some): break  // An answer to a question of another program.
    case (UInt8(ascii: "I"), nil): events.append(.focus(isFocused: true))
    case (UInt8(ascii: "O"), nil): events.append(.focus(isFocused: false))
    case (UInt8(ascii: "~"), nil) where sequence.number(0) == 200:
      pasted = []
      state = .paste
    case (UInt8(ascii: "~"), nil) where sequence.number(0) == 201: break
    default:
      if !sequence.isRelease { emit(KeyTable.key(sequence, final: final) ?? .unknown) }
    }
  }

  mutating func decodeOldMouse(_ bytes: [UInt8]) {
    guard bytes.count == 3 else {
      state = .oldMouse(bytes)
      return
    }
    state = .ground
    if let event = MouseEvent(oldReport: bytes) { events.append(.mouse(event)) }
  }

  mutating func decodePasted(_ byte: UInt8) {
    pasted.append(byte)
    let end = Array("\u{1B}[201~".utf8)
    if byte == UInt8(ascii: "~"), pasted.suffix(end.count).elementsEqual(end) {
      let text = pasted.dropLast(end.count).prefix(Self.pasteLimit)
      events.append(.paste(String(decoding: text, as: UTF8.self)))
      state = .ground
    } else if pasted.count > 2 * Self.pasteLimit {
      // Bytes over the limit are dropped, except those that may begin the end mark.
      pasted.removeSubrange(Self.pasteLimit..<(pasted.count - end.count))
    }
  }
}
