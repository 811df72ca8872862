import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// How the instants of a column are written: anything that all of them share is in its heading.
struct InstantColumn {
  private let time: TimeText
  /// The zone offset that all of them share; nil if the clocks changed in between.
  private let zone: String?
  private var fraction: TimeText.Fraction
  /// The width of the widest.
  private(set) var width: Int

  /// Up to this many instants are examined one by one; more are assumed to differ as much as possible.
  private static let mostMeasured = 100_000

  init(_ instants: some Collection<HBInstant>, _ time: TimeText) {
    self.time = time
    fraction = .whenPresent
    guard let first = instants.first else {
      (zone, width) = (nil, 0)
      return
    }
    let candidate = time.zoneText(at: first)
    let isMeasured = instants.count <= Self.mostMeasured
    let isShared =
      isMeasured
      ? instants.allSatisfy { time.zoneText(at: $0) == candidate }
      : time.zone.nextDaylightSavingTimeTransition == nil && time.zone.secondsFromGMT() == 0
    zone = isShared ? candidate : nil
    width = 0
    let widest = isShared ? Self.widest : Self.widest + Self.zoneWidth
    width = isMeasured ? instants.lazy.map { [self] in text($0).utf8.count }.max() ?? 0 : widest
  }

  private static let widest = "2024-06-17 23:49:51.123456".utf8.count
  private static let zoneWidth = " +02:00".utf8.count
}

extension InstantColumn {
  var heading: TerminalText { zone.map { "TIME (\($0))" } ?? "TIME" }

  /// The same column with instants to the second.
  var withoutFractions: InstantColumn {
    var result = self
    result.fraction = .never
    let fraction = ".123456".utf8.count
    // Years before 0 and after 9999 are wider, so the usual width is only a lower bound.
    result.width = max(width - fraction, min(width, zone == nil ? 26 : 19))
    return result
  }

  func text(_ instant: HBInstant) -> String {
    guard zone != nil else { return time.text(instant, fraction: fraction) }
    return "\(time.day(instant)) \(time.time(instant, fraction: fraction))"
  }
}
