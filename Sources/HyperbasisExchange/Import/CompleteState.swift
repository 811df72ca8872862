/// Checks that what was read may serve as a complete state, which deletes the anchors that it lacks.
///
/// What was not read may well be in the state: an anchor must not be deleted because its row was cut
/// off, or because the program that wrote the file failed.
struct CompleteState {
  private let tally: RowTally
  private let inputs: [InputSummary]
  private let isAsked: Bool

  /// - Parameter isAsked: whether it was asked for; otherwise the format is a complete state by nature.
  init(_ pass: ImportPass, isAsked: Bool) {
    tally = pass.tally
    inputs = pass.summaries
    self.isAsked = isAsked
  }
}

extension CompleteState {
  /// Refuses input that is known to be incomplete. Rows that cannot be read cause a refusal of their own.
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

  /// Returns the alternative to mending a file, as the end of a sentence.
  ///
  /// - Parameter isAsked: whether a complete state was asked for.
  static func otherWay(_ isAsked: Bool) -> String {
    isAsked ? ", or import it without --snapshot" : ""
  }
}
