import StoreTrials

/// A report as the campaign prints it.
struct TrialText {
  let report: TrialReport
  let target: String

  var text: String {
    var lines = [
      "\(report.number). \(report.title): \(verdict)",
      "   target    \(target)",
      "   tried     \(number(report.tried)), injected \(number(report.injected))",
    ]
    if !report.observed.isEmpty {
      let parts = report.observed.map { "\(number($0.count)) \($0.what)" }
      lines.append("   observed  \(parts.joined(separator: ", "))")
    }
    lines.append("   seed      \(report.seed), \(seconds) s")
    let shown = report.violations.prefix(Self.shownViolations)
    lines += shown.map { "   violation \($0)" }
    if report.violations.count > shown.count {
      lines.append("   and \(report.violations.count - shown.count) more")
    }
    return lines.joined(separator: "\n")
  }

  private static let shownViolations = 20

  private var verdict: String {
    switch report.verdict {
    case .passed: "passed"
    case .failed: "FAILED"
    case .skipped(let reason): "skipped, \(reason)"
    }
  }

  private var seconds: String {
    let (seconds, attoseconds) = report.duration.components
    return "\(seconds).\(attoseconds / 100_000_000_000_000_000)"
  }

  /// Formats a number with commas between thousands.
  private func number(_ value: Int) -> String {
    var digits = String(value)
    var result = ""
    while digits.count > 3 {
      result = ",\(digits.suffix(3))\(result)"
      digits.removeLast(3)
    }
    return digits + result
  }
}
