/// Turns the lines of a script into the events that a terminal would have sent for their bytes.
///
/// A line is complete when it arrives: a sequence ends with it, and an ESC at its end is the Escape key.
/// Only a paste may continue over several lines.
package struct LineDecoder: Sendable {
  private var decoder = InputDecoder()
  private var now = 0

  package init() {}

  /// Takes a line without the line feed at its end.
  ///
  /// - Returns: nil while a paste continues in the next line.
  package mutating func events(of line: some Collection<UInt8>) -> [InputEvent]? {
    // Some systems end a line with two characters.
    let bytes = Array(line).last == 0x0D ? Array(line.dropLast()) : Array(line)
    // Long after the previous line, so that no sequence continues from there.
    now += Self.patience
    held += decoder.feed(bytes, at: now)
    if case .paste = decoder.state {
      held += decoder.feed([0x0A], at: now)
      return nil
    }
    now += Self.patience
    held += decoder.advance(to: now)
    // What is left waits for bytes that no further line can bring.
    decoder = InputDecoder()
    defer { held = [] }
    return held
  }

  /// The events of lines that a paste has joined so far.
  private var held: [InputEvent] = []

  /// A time longer than any that the decoder waits, in milliseconds.
  private static let patience = 10_000
}
