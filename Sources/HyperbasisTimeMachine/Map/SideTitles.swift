import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The dates above two plans side by side, each as texts from the longest to the shortest.
///
/// B leaves out what it has in common with A. If there is little room, the fraction of a second goes
/// first, unless the two differ only in that.
struct SideTitles {
  let a: [TerminalText]
  let b: [TerminalText]

  init(_ a: HBInstant, _ b: HBInstant, _ settings: Settings) {
    let time = settings.timeText
    let (dayOfA, dayOfB) = (time.day(a), time.day(b))
    let isOneYear = dayOfA.dropLast(6) == dayOfB.dropLast(6)
    var forms: [(HBInstant) -> String] = [
      { time.text($0) },
      { "\(time.day($0)) \(time.time($0, fraction: .whenPresent))" },
      { "\(time.day($0)) \(time.time($0))" },
    ]
    let ofDay: [(HBInstant) -> String] = [
      { time.time($0, fraction: .whenPresent) }, { time.time($0) },
    ]
    let ofYear: [(HBInstant) -> String] = [
      { "\(time.day($0).suffix(5)) \(time.time($0))" },
      { "\(time.day($0).suffix(5)) \(time.time($0).prefix(5))" },
    ]
    forms += dayOfA == dayOfB ? ofDay : [{ "\(time.day($0)) \(time.time($0).prefix(5))" }]
    let telling = { (forms: [(HBInstant) -> String]) in
      forms.filter { a == b || $0(a) != $0(b) }
    }
    let day: (HBInstant) -> String = { time.day($0) }
    self.a = (telling(forms) + [day]).map { "A \(TerminalText($0(a)))" } + ["A"]
    self.b =
      (telling(forms + (isOneYear ? ofYear : [])) + [day]).map { "B \(TerminalText($0(b)))" }
      + ["B"]
  }
}
