import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// The questions that a warm index answers.
struct Questions {
  private let index: EventIndex
  private let timeline: HBTimeline
  private let dates: [Date]

  init(path: String, space: UUID) throws {
    index = try LogReader.load(spaceId: space, source: FileSource(path: path)).index
    timeline = HBTimeline(index: index)
    let (start, end) = (index.start?.date ?? Date(), index.end?.date ?? Date())
    var random = SystemRandomNumberGenerator()
    dates = (0..<200).map { _ in
      Date(
        timeIntervalSince1970: .random(
          in: start.timeIntervalSince1970...end.timeIntervalSince1970, using: &random))
    }
  }

  func run() throws {
    var anchors = 0
    let positions = measure(dates) { date in
      anchors += index.positions(in: index.state(at: HBInstant(date))).count
    }
    Self.report("state at random instants, positions", positions, "0.1 ms")
    Self.report(
      "  the same as [HBAnchor]", measure(dates) { anchors += timeline.state(at: $0).count }, "3 ms"
    )
    let pairs = Array(zip(dates, dates.dropFirst()))
    var changes = 0
    let diffs = measure(pairs) { changes += timeline.diff(from: $0, to: $1).changeCount }
    Self.report("diff of two random instants", diffs, "3 ms")
    let scrubs = measure(Array(0..<20)) { _ in
      for date in timeline.scrubberDates() {
        anchors += index.positions(in: index.state(at: HBInstant(date))).count
      }
    }
    Self.report("100 scrubber states as positions", scrubs, "10 ms")
    Self.report(
      "significant dates", measure([0, 1, 2]) { _ in changes += timeline.significantDates.count })
    try append()
    print("  anchors and changes counted in all   \(anchors), \(changes)")
    if let megabytes = privateMegabytes() {
      print(String(format: "  private memory of this process   %.0f MB", megabytes))
    }
  }

  /// Appends one line after the other while a snapshot of the index is held, as a watcher does.
  private func append() throws {
    let ends = (index.count - 300..<index.count).compactMap { index.lineRange($0)?.upperBound }
    guard let first = ends.first else { return }
    var reader = LogReader(spaceId: index.spaceId, source: index.source)
    try reader.append(from: index.source, through: first + 1)
    var snapshot = reader.index
    let appends = try measure(Array(ends.dropFirst())) { end in
      try reader.append(from: index.source, through: end + 1)
      snapshot = reader.index
    }
    Self.report("append of one line", appends)
    if snapshot.count != index.count { print("  appending lost events") }
  }

  private func measure<Input>(_ inputs: [Input], _ body: (Input) throws -> Void) rethrows -> Samples
  {
    var samples = Samples()
    for input in inputs { try samples.measure { try body(input) } }
    return samples
  }

  static func report(_ name: String, _ samples: Samples, _ target: String? = nil) {
    let padded = name.padding(toLength: 37, withPad: " ", startingAt: 0)
    let limit = target.map { " (under \($0))" } ?? ""
    print("  \(padded)\(text(samples.median)), p99 \(text(samples.percentile(99)))\(limit)")
  }
}
