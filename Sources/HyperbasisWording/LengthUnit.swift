package import HyperbasisHistory
import HyperbasisModels

/// The unit that all lengths of a column share, so that they can be compared at a glance.
package enum LengthUnit: Hashable, Sendable {
  case millimetres, centimetres, metres, kilometres

  /// Creates the unit that suits the longest of some lengths in metres; nil if there is none.
  ///
  /// Kilometres are for columns without short lengths, which would be rounded to nothing.
  package init?(ofColumn lengths: some Sequence<Double>) {
    var range = LengthRange()
    for length in lengths { range.add(length) }
    self.init(range)
  }

  private init?(_ range: LengthRange) {
    guard range.longest > 0 else { return nil }
    switch range.longest {
    case 999.5... where range.shortest >= 10: self = .kilometres
    case 0.995...: self = .metres
    case 0.00995...: self = .centimetres
    default: self = .millimetres
    }
  }
}

/// The shortest and the longest of some lengths in metres that are neither zero nor beyond all numbers.
private struct LengthRange {
  private(set) var shortest = Double.infinity
  private(set) var longest = 0.0

  mutating func add(_ length: Double) {
    let size = abs(length)
    guard size.isFinite, size > 0 else { return }
    shortest = min(shortest, size)
    longest = max(longest, size)
  }
}

extension LengthUnit {
  /// Creates the unit that suits how far the changes of a plan move their anchors; nil if none does.
  ///
  /// An array, and one pass over it: a plan may change 100,000 anchors, and a frame waits for this.
  package init?(ofChanges changes: [HBPlannedChange]) {
    var range = LengthRange()
    for change in changes {
      guard let before = change.before, let after = change.after else { continue }
      range.add(HBTransform.distance(before.transform, after.transform))
    }
    self.init(range)
  }
}

extension LengthUnit {
  private var metres: Double {
    switch self {
    case .millimetres: 0.001
    case .centimetres: 0.01
    case .metres: 1
    case .kilometres: 1000
    }
  }

  private var symbol: String {
    switch self {
    case .millimetres: "mm"
    case .centimetres: "cm"
    case .metres: "m"
    case .kilometres: "km"
    }
  }

  /// The decimals of the smallest lengths; anything too small for them is shown with a `<`.
  private var mostDigits: Int {
    switch self {
    case .millimetres: 1
    case .centimetres: 2
    case .metres, .kilometres: 3
    }
  }

  /// Returns the text of a length in metres, with its unit.
  func text(_ length: Double) -> String {
    let amount = length / metres
    let least = DecimalText.unit(digits: mostDigits)
    guard abs(amount) >= least / 2 else {
      return "<\(DecimalText.text(least, digits: mostDigits)) \(symbol)"
    }
    return "\(DecimalText.text(amount, digits: digits(abs(amount)))) \(symbol)"
  }

  /// Returns the number of decimals. Each limit is what rounds up to the next power of ten.
  private func digits(_ amount: Double) -> Int {
    switch self {
    case .millimetres: 1
    case .centimetres: amount >= 9.95 ? 0 : amount >= 0.995 ? 1 : 2
    case .metres, .kilometres:
      amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : amount >= 0.0995 ? 2 : 3
    }
  }
}
