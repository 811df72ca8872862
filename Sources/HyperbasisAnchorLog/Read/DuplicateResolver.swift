import Foundation

/// Decides which of several rows with one id counts: the line whose bytes sort first; an event in
/// memory gives way to a line.
struct DuplicateResolver {
  let builder: IndexBuilder
  let payloads: EventPayloads
  let lines: LineCounter

  func resolve() throws -> ResolvedDuplicates {
    var dropped: Set<Int> = []
    var problems: [LogProblem] = []
    for rows in builder.duplicates() {
      var winner = rows[0]
      for row in rows.dropFirst() {
        let isAgain = builder.columns.places[row].offset == builder.columns.places[winner].offset
        let old = isAgain ? [] : try line(builder.columns.places[winner])
        let new = isAgain ? [] : try line(builder.columns.places[row])
        let isBetter = sortsFirst(new, old, row, winner)
        dropped.insert(isBetter ? winner : row)
        if LineCheck.body(of: old) != LineCheck.body(of: new),
          let problem = problem(row, isBetter: isBetter, other: winner)
        {
          problems.append(problem)
        }
        if isBetter { winner = row }
      }
    }
    return ResolvedDuplicates(dropped: dropped, problems: try numbered(problems))
  }

  /// Returns the problems in the order of the log, with the numbers of their lines.
  private func numbered(_ problems: [LogProblem]) throws -> [LogProblem] {
    let sorted = problems.sorted { $0.offset < $1.offset }
    return zip(sorted, try lines.lines(at: sorted.map(\.offset))).map { $0.moved(by: $1) }
  }

  private func sortsFirst(
    _ new: [UInt8], _ old: [UInt8], _ row: Int, _ winner: Int
  ) -> Bool {
    let isLine = builder.columns.places[row].memoryIndex == nil
    let wasLine = builder.columns.places[winner].memoryIndex == nil
    if isLine != wasLine { return isLine }
    return new.lexicographicallyPrecedes(old)
  }

  private func problem(
    _ row: Int, isBetter: Bool, other: Int
  ) -> LogProblem? {
    let (place, earlier) = (builder.columns.places[row], builder.columns.places[other])
    guard place.memoryIndex == nil, earlier.memoryIndex == nil else { return nil }
    let counting = isBetter ? "this line counts" : "that line counts"
    return LogProblem(
      kind: .duplicateId, offset: Int(place.offset), length: Int(place.length),
      line: 0,
      detail: "the line at byte \(earlier.offset) has the same id but different content; "
        + counting)
  }

  /// Returns the bytes by which rows with one id are compared.
  private func line(_ place: EventPlace) throws -> [UInt8] {
    if let event = payloads.eventInMemory(place) { return try LogLine.encode(event) }
    return try payloads.lineBytes(place)
  }
}

/// The outcome for rows with one id.
struct ResolvedDuplicates {
  /// The rows that do not count.
  let dropped: Set<Int>
  let problems: [LogProblem]
}
