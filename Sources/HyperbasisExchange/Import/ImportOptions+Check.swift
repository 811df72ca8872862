import Foundation
import HyperbasisModels

extension ImportOptions {
  /// Refuses meaningless numbers, and metadata that no anchor could be saved with.
  ///
  /// - Throws: ``UnreadableInput``.
  func check() throws {
    let refusals: [(isWrong: Bool, what: String)] = [
      (rate.map { !($0 > 0 && $0.isFinite) } ?? false, "rate has to be a number above 0"),
      (goneAfter.map { $0 < 0 } ?? false, "goneAfter has to be 0 microseconds or more"),
      (leastInterval < 0, "leastInterval has to be 0 microseconds or more"),
      (!(leastMove >= 0 && leastMove.isFinite), "leastMove has to be 0 metres or more"),
      (!(leastTurn >= 0 && leastTurn.isFinite), "leastTurn has to be 0 degrees or more"),
      (
        origin.map { !(2...3).contains($0.count) || !$0.allSatisfy(\.isFinite) } ?? false,
        "origin has to be two or three numbers"
      ),
      (
        dateMicroseconds.map { !TimeDecoder.isWritable($0) } ?? false,
        "the date is outside the years 0 to 9999; it counts microseconds since 1970"
      ),
    ]
    if let refusal = refusals.first(where: \.isWrong) {
      throw UnreadableInput("These options cannot be used: \(refusal.what).")
    }
    do {
      try HBAnchor(spaceId: UUID(), transform: HBTransform.identity, metadata: set)
        .checkForSaving()
    } catch {
      throw UnreadableInput("These options cannot be used: \(error.localizedDescription)")
    }
  }
}
