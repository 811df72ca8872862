import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The dates of a list, each as exact as it takes to tell its row from those next to it.
struct DateColumn {
  /// How much of a date is shown.
  private enum Precision: Int, CaseIterable {
    case day, minute, second, millisecond, microsecond

    var fraction: TimeText.Fraction {
      switch self {
      case .day, .minute, .second: .never
      case .millisecond: .digits(3)
      case .microsecond: .digits(6)
      }
    }
  }

  private let time: TimeText
  /// The day of the cursor, which its rows need not repeat; nil where all dates are whole.
  private let here: String?
  /// The zone in which all of the dates are, for the heading; nil where there are none, or where they
  /// lie on both sides of a change of the clocks. Then each one names its own, or where there is no
  /// room for that, this is the name that holds on both sides.
  private(set) var zone: TerminalText?
  private var namesZones: Bool
  /// The dates that take more than the least precision.
  private var finer: [HBInstant: Precision] = [:]

  /// - Parameters:
  ///   - instants: those of the rows on screen, in their order.
  ///   - here: the instant in view, for a narrow list that leaves out what is the same; nil for a
  ///     list of whole dates.
  ///   - room: how many columns a date may take.
  init(_ instants: [HBInstant], _ time: TimeText, here: HBInstant?, room: Int = .max) {
    self.time = time
    self.here = here.map { time.day($0) }
    let zones = Set(instants.map { time.zoneText(at: $0) })
    zone = zones.count == 1 ? zones.first.map { TerminalText($0) } : nil
    namesZones = zones.count > 1
    if namesZones, leastWidth(instants) > room, let first = instants.min(),
      let last = instants.max()
    {
      zone = TerminalText(time.zoneText(from: first, through: last))
      namesZones = false
    }
    for (one, other) in zip(instants, instants.dropFirst()) where one != other {
      let precision = Precision.allCases.first { string(one, $0) != string(other, $0) }
      guard let precision, precision != .day else { continue }
      for instant in [one, other] where string(instant, precision).utf8.count <= room {
        let known = finer[instant] ?? .day
        if precision.rawValue > known.rawValue { finer[instant] = precision }
      }
    }
  }
}

extension DateColumn {
  /// The columns that the dates of some rows take.
  func width(_ instants: [HBInstant]) -> Int {
    instants.map { string($0, finer[$0] ?? .day).utf8.count }.max() ?? 0
  }

  /// The columns that they would take without what only tells rows apart.
  func leastWidth(_ instants: [HBInstant]) -> Int {
    instants.map { string($0, .day).utf8.count }.max() ?? 0
  }

  func text(_ instant: HBInstant) -> TerminalText {
    TerminalText(string(instant, finer[instant] ?? .day))
  }

  /// Without what only tells rows apart.
  func shortText(_ instant: HBInstant) -> TerminalText { TerminalText(string(instant, .day)) }

  private func string(_ instant: HBInstant, _ precision: Precision) -> String {
    let text = zonelessString(instant, precision)
    // A day by itself needs no zone.
    guard namesZones, text.contains(":") else { return text }
    return "\(text) \(time.zoneText(at: instant))"
  }

  /// The time on the day in view, the day and the time in its year, and elsewhere the whole day.
  private func zonelessString(_ instant: HBInstant, _ precision: Precision) -> String {
    let day = time.day(instant)
    let clock = time.time(instant, fraction: precision.fraction)
    guard let here else { return "\(day) \(clock)" }
    if day == here { return clock }
    let isOfOtherYear = day.prefix(5) != here.prefix(5)
    let shownDay = isOfOtherYear ? day[...] : day.dropFirst(5)
    switch precision {
    case .day: return isOfOtherYear ? day : "\(shownDay) \(clock.prefix(5))"
    case .minute: return "\(shownDay) \(clock.prefix(5))"
    case .second, .millisecond, .microsecond: return "\(shownDay) \(clock)"
    }
  }
}
