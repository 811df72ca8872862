import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// A motion that was found in the log, and its place there.
struct ListedShift: Sendable {
  let shift: FoundShift
  /// How many events fold to the state before its first write.
  let before: Int
  /// How many events fold to the state after its last write.
  let after: Int
  /// The purpose for which it was written.
  let role: ShiftRole
  /// The id by which commands take it.
  let commandId: UUID
  /// Whether a correction took it out.
  let isTakenOut: Bool

  init(_ shift: FoundShift, _ index: EventIndex, _ takenOut: ShiftsTakenOut) {
    self.shift = shift
    role = shift.role(in: index)
    commandId = shift.commandId(in: index)
    isTakenOut = role.isShift && takenOut.contains(shift)
    before = shift.firstOrdinal
    after = (shift.writtenOrdinals.last ?? shift.firstOrdinal) + 1
  }

  var text: ShiftText { ShiftText(shift, role: role, isTakenOut: isTakenOut) }

  /// Its identity, which stays the same while its burst still grows.
  var id: UUID { shift.firstEvent }

  /// When the last anchor had followed; going to this shift goes there.
  var instant: HBInstant { shift.to }

  /// When it began; the shift is called by this date.
  var start: HBInstant { shift.from }
}

/// The motions in the log of a space, as lists and the time bar show them.
struct SpaceDrift: Sendable {
  /// Nil if the log cannot be read.
  let history: DriftHistory?
  /// The motions of the space or of a part of it, the newest first.
  let shifts: [ListedShift]
  /// All groups of anchors that moved alike, the newest first.
  let all: [ListedShift]
  /// What the steps that are too small for a shift add up to, those with the most anchors first.
  let creeps: [Creep]
  /// The dates of the shifts, the oldest first.
  let instants: [HBInstant]

  private init(_ history: DriftHistory?, _ index: EventIndex) {
    self.history = history
    let takenOut = ShiftsTakenOut(index)
    let newestFirst = (history?.shifts ?? []).map { ListedShift($0, index, takenOut) }
      .sorted { ($1.instant, $1.before) < ($0.instant, $0.before) }
    all = newestFirst
    shifts = newestFirst.filter { $0.shift.isListed(in: index) }
    creeps = (history?.shifts ?? []).creeps(index).filter(\.isTold)
    instants = shifts.reversed().map(\.instant)
  }

  init(_ index: EventIndex) {
    self.init(try? DriftHistory(index), index)
  }

  /// Returns what was found, updated to a log that has grown, at the cost of the new events.
  func extended(to index: EventIndex) -> SpaceDrift {
    guard var history, (try? history.update(index)) != nil else { return SpaceDrift(index) }
    return SpaceDrift(history, index)
  }
}

extension SpaceDrift {
  /// `4 shifts, 2 corrections, 1 undo`: corrections, rollbacks, and their undos and redos move many
  /// anchors as well.
  var countText: TerminalText { countTexts[0] }

  /// The same, then with ever fewer of its parts. What is not a shift counts as an operation, which may have
  /// made several motions.
  var countTexts: [TerminalText] {
    let words: [(roles: [ShiftRole], word: TerminalText)] = [
      ([.correction], "correction"), ([.rollback], "rollback"),
      ([.undoneCorrection, .undo], "undo"), ([.redoneCorrection, .redo], "redo"),
    ]
    let counts = words.map { roles, word in
      let operations = shifts.lazy.filter { roles.contains($0.role) }.map(\.commandId)
      return (count: Set(operations).count, word: word)
    }
    let shiftCount = CountText.text(shifts.count(where: \.role.isShift), "shift")
    let parts =
      [shiftCount] + counts.filter { $0.count > 0 }.map { CountText.text($0.count, $0.word) }
    return parts.indices.reversed().map { parts[...$0].joined(separator: ", ") }
  }

  /// How many groups moved as one without a shift.
  var otherCount: Int { all.count - shifts.count }

  /// How many of those are not steps of a reported creep.
  var untoldCount: Int { otherCount - creeps.reduce(0) { $0 + $1.steps } }

  func previous(before instant: HBInstant) -> ListedShift? {
    let number = shifts.partitioningIndex { $0.instant < instant }
    return number < shifts.count ? shifts[number] : nil
  }

  func next(after instant: HBInstant) -> ListedShift? {
    let number = shifts.partitioningIndex { $0.instant <= instant }
    return number > 0 ? shifts[number - 1] : nil
  }

}
