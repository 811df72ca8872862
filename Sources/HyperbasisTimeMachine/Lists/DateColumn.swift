import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The dates of a list, each just precise enough to tell its row from those next to it.
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

  /// What all dates have in common with the one in view. A row that left out more than the others would
  /// be read as of their day.
  private enum Common {
    case nothing, year, day
  }

  private let time: TimeText
  /// What all dates have in common, so that none needs to repeat it.
  private let common: Common
  /// Whether dates are kept short.
  private let isNarrow: Bool
  /// The zone of all the dates, for the heading; nil if there are no dates, or if they lie on both
  /// sides of a clock change and each one names its own zone. If there is no room for that, it is the
  /// name that holds on both sides.
  private(set) var zone: TerminalText?
  private var namesZones: Bool
  /// How much of every date is shown.
  private var least = Precision.day
  /// Whether either all rows show the time of day or none does.
  private var isAligned = false
  /// The dates that need more than the least precision.
  private var finer: [HBInstant: Precision] = [:]

  /// - Parameters:
  ///   - instants: Those of the rows on screen, in their order.
  ///   - here: The instant in view, for a narrow list that leaves out what is the same; nil for a list
  ///     of whole dates.
  ///   - room: How many columns a date may take.
  init(_ instants: [HBInstant], _ time: TimeText, here: HBInstant?, room: Int = .max) {
    self.time = time
    common = here.map { Self.common(instants.map(time.day), time.day($0)) } ?? .nothing
    isNarrow = here != nil
    let zones = Set(instants.map { time.zoneText(at: $0) })
    zone = zones.count == 1 ? zones.first.map { TerminalText($0) } : nil
    namesZones = zones.count > 1
    if namesZones, leastWidth(instants) > room, let first = instants.min(),
      let last = instants.max()
    {
      zone = TerminalText(time.zoneText(from: first, through: last))
      namesZones = false
    }
    tellApart(instants, rooms: instants.map { _ in room })
  }
}

extension DateColumn {
  /// Shows the time of day in every row if all have room for it, else in none, so that the dates make one
  /// column.
  ///
  /// - Parameters:
  ///   - instants: Those of the rows on screen, in their order.
  ///   - rooms: How many columns each date may take.
  mutating func alignTimes(_ instants: [HBInstant], rooms: [Int]) {
    guard isNarrow, common == .nothing else { return }
    let fits = zip(instants, rooms).allSatisfy { string($0, .minute).utf8.count <= $1 }
    least = fits ? .minute : .day
    isAligned = true
    finer = [:]
  }

  /// Makes dates precise enough to tell each from the next. If one of two rows has no room for that,
  /// neither gets it.
  ///
  /// - Parameters:
  ///   - instants: Those of the rows on screen, in their order.
  ///   - rooms: How many columns each date may take.
  mutating func tellApart(_ instants: [HBInstant], rooms: [Int]) {
    finer = [:]
    if isAligned, least == .day { return }
    let rows = zip(instants, rooms)
    for (one, other) in zip(rows, rows.dropFirst()) where one.0 != other.0 {
      let precision = Precision.allCases.first { string(one.0, $0) != string(other.0, $0) }
      guard let precision, precision != .day else { continue }
      let pair = [one, other]
      guard pair.allSatisfy({ string($0.0, precision).utf8.count <= $0.1 }) else { continue }
      for (instant, _) in pair {
        let known = finer[instant] ?? least
        if precision.rawValue > known.rawValue { finer[instant] = precision }
      }
    }
  }
}

extension DateColumn {
  /// Returns how many columns the dates of some rows take.
  func width(_ instants: [HBInstant]) -> Int {
    instants.map { string($0, finer[$0] ?? least).utf8.count }.max() ?? 0
  }

  /// Returns how many columns they would take without the digits that only tell rows apart.
  func leastWidth(_ instants: [HBInstant]) -> Int {
    instants.map { string($0, least).utf8.count }.max() ?? 0
  }

  func text(_ instant: HBInstant) -> TerminalText {
    TerminalText(string(instant, finer[instant] ?? least))
  }

  /// Returns a date without the digits that only tell rows apart.
  func shortText(_ instant: HBInstant) -> TerminalText { TerminalText(string(instant, least)) }

  private func string(_ instant: HBInstant, _ precision: Precision) -> String {
    let text = zonelessString(instant, precision)
    // A day by itself needs no zone.
    guard namesZones, text.contains(":") else { return text }
    return "\(text) \(time.zoneText(at: instant))"
  }

  private static func common(_ days: [String], _ here: String) -> Common {
    if days.allSatisfy({ $0 == here }) { return .day }
    return days.allSatisfy { $0.prefix(5) == here.prefix(5) } ? .year : .nothing
  }

  /// Returns the whole date in a wide list. A narrow one leaves out the day if all dates are of the day
  /// in view, the year if all are of its year, and otherwise the time, unless it is needed.
  private func zonelessString(_ instant: HBInstant, _ precision: Precision) -> String {
    let day = time.day(instant)
    let clock = time.time(instant, fraction: precision.fraction)
    guard isNarrow else { return "\(day) \(clock)" }
    let isCoarse = precision == .day || precision == .minute
    let shownClock = isCoarse ? clock.prefix(5) : clock[...]
    switch common {
    case .day: return clock
    case .year: return "\(day.dropFirst(5)) \(shownClock)"
    case .nothing: return precision == .day ? day : "\(day) \(shownClock)"
    }
  }
}
