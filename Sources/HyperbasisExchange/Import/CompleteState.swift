/// Whether what was read may stand for a complete state, which deletes what it does not have.
///
/// What was not read may well be in the state: an anchor must not be deleted because its row was cut
/// off, or because the program that wrote the file failed.
struct CompleteState {
  private let tally: RowTally
  private let inputs: [InputSummary]
  private let isAsked: Bool

  /// - Parameter isAsked: whether somebody asked for it, or the format is one state by nature.
  init(_ pass: ImportPass, isAsked: Bool) {
    tally = pass.tally
    inputs = pass.summaries
    self.isAsked = isAsked
  }
}

extension CompleteState {
  /// Refuses what is known not to be whole. Rows that cannot be read refuse an import by themselves.
  ///
  /// - Throws: ``UnreadableInput``.
  func check() throws {
    if let empty = inputs.first(where: { $0.rowCount == 0 }) { throw refusal(ofEmpty: empty.name) }
    if let place = tally.tornLines.first {
      throw refusal(
        place, "was cut off", "Fetch the whole file\(Self.otherWay(isAsked))")
    }
    if let place = tally.firstTimeless {
      throw refusal(
        place, "has no time", "Give it one, or a time to all rows with --at DATE")
    }
  }

  private func refusal(ofEmpty name: String) -> UnreadableInput {
    UnreadableInput(
      "\(name) has no rows, and as a complete state it would delete every anchor that an import "
        + "brought; nothing was written. Export it again if it should have rows. If nothing is there "
        + "any more, hyperbasis delete ANCHOR deletes an anchor, and hyperbasis delete-space SPACE the "
        + "whole space.")
  }

  private func refusal(_ place: InputPlace, _ fault: String, _ advice: String) -> UnreadableInput {
    let input = inputs[place.input]
    return UnreadableInput(
      "\(input.name): \(input.placeWord) \(place.line) \(fault), and a complete state would delete what "
        + "is in it; nothing was written. \(advice).")
  }

  /// What to do besides mending a file, at the end of a sentence.
  ///
  /// - Parameter isAsked: whether somebody asked for a complete state.
  static func otherWay(_ isAsked: Bool) -> String {
    isAsked ? ", or import it without --snapshot" : ""
  }
}
