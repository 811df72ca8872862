import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import SeededRandom
import Testing

/// Properties of all inputs, tried with generated ones, which differ in each run. The seed is printed
/// with a failure: `PROPERTY_SEED` tries it again, and `PROPERTY_RUNS` sets how many are tried.
struct PropertyTests {
  private static let runs =
    UInt64(ProcessInfo.processInfo.environment["PROPERTY_RUNS"] ?? "") ?? 400

  private static let firstSeed: UInt64 = {
    let named = UInt64(ProcessInfo.processInfo.environment["PROPERTY_SEED"] ?? "")
    let seed = named ?? UInt64(UInt32.random(in: .min ... .max)) << 20
    print("properties of imports: \(runs) inputs from seed \(seed)")
    return seed
  }()

  private func forEachSeed(_ body: (RandomRows, inout SeededGenerator, UInt64) throws -> Void)
    throws
  {
    for seed in Self.firstSeed..<Self.firstSeed + Self.runs {
      var random = SeededGenerator(seed: seed)
      let rows = RandomRows(&random)
      try body(rows, &random, seed)
    }
  }

  private func options(_ random: inout SeededGenerator) -> ImportOptions {
    var options = ImportOptions()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: options.goneAfter = 6_000_000
    case 1: options.goneAfter = 1_000_000
    case 2: options.leastMove = 0.6
    default: break
    }
    return options
  }

  @Test("the same input twice leaves every byte")
  func twice() throws {
    try forEachSeed { rows, random, seed in
      let options = options(&random)
      var space = ImportedSpace("Test")
      try space.take(rows.text(), options)
      let log = space.log
      try space.take(rows.text(), options)
      #expect(space.log == log, "seed \(seed)")
      #expect(space.problems.isEmpty, "seed \(seed)")
    }
  }

  @Test("the head and then the whole is the whole")
  func grown() throws {
    try forEachSeed { rows, random, seed in
      let options = options(&random)
      let head = Array(rows.rows.prefix(Int.random(in: 1...rows.rows.count, using: &random)))
      var space = ImportedSpace("Test")
      try space.take(rows.text(rows: head), options)
      try space.take(rows.text(), options)
      var whole = ImportedSpace("Test")
      try whole.take(rows.text(), options)
      #expect(space.content == whole.content, "seed \(seed)")
    }
  }

  @Test("the order of rows makes no difference")
  func permuted() throws {
    try forEachSeed { rows, random, seed in
      let options = options(&random)
      var space = ImportedSpace("Test")
      try space.take(rows.text(), options)
      var other = ImportedSpace("Test")
      try other.take(rows.text(rows: rows.rows.shuffled(using: &random)), options)
      #expect(other.content == space.content, "seed \(seed)")
    }
  }

  @Test("broken off anywhere and run again is run once")
  func brokenOff() throws {
    try forEachSeed { rows, random, seed in
      let options = options(&random)
      var space = ImportedSpace("Test")
      try space.take(rows.text(), options)
      let count = space.index.count
      guard count > 0 else { return }
      var other = ImportedSpace("Test")
      let lines = Int.random(in: 0...count, using: &random)
      try other.take(options, [ImportInput(rows.text())], linesWritten: lines)
      try other.take(rows.text(), options)
      #expect(other.log == space.log, "seed \(seed)")
    }
  }

  @Test("the state at a row's instant is the row")
  func states() throws {
    try forEachSeed { rows, _, seed in
      var space = ImportedSpace("Test")
      try space.take(rows.text())
      for row in rows.rows where row.place != nil { try expect(row, of: rows, in: space, seed) }
    }
  }

  /// Expects the anchor of a row to be in its place at the row's instant, with the row's metadata.
  private func expect(
    _ row: RandomRows.Row, of rows: RandomRows, in space: ImportedSpace, _ seed: UInt64
  ) throws {
    let place = try #require(row.place)
    let id = ImportIdentity.anchorId(named: row.id, inSpace: space.id)
    let slot = try #require(space.index.slot(of: id))
    let state = space.index.state(at: HBInstant(microseconds: Int64(row.time) * 1000))
    let anchor = try #require(try space.index.anchor(slot: slot, in: state))
    let expected = SIMD3(Float(place.x) / 1000, Float(place.y) / 1000, Float(place.z) / 1000)
    #expect(HBTransform.position(anchor.transform) == expected, "seed \(seed)")
    #expect(!anchor.isDeleted, "seed \(seed)")
    #expect(anchor.metadata["label"] == .string(row.id), "seed \(seed)")
    guard rows.hasColor else { return }
    #expect(anchor.metadata["color"] == row.colorValue, "seed \(seed)")
    #expect(anchor.metadata["size"] == row.size.map(AnyCodableValue.int), "seed \(seed)")
  }

  @Test("rows between those of an earlier input are shown at their instants, and added once")
  func between() throws {
    try forEachSeed { rows, random, seed in
      let later = rows.rows.filter { _ in Bool.random(using: &random) }
      let earlier = rows.rows.filter { row in !later.contains { $0.time == row.time } }
      guard !later.isEmpty, !earlier.isEmpty else { return }
      let options = options(&random)
      var space = ImportedSpace("Test")
      try space.take(rows.text(rows: earlier), options)
      try space.take(rows.text(rows: later), options)
      if options.leastMove == 0 {
        for row in later where row.place != nil { try expect(row, of: rows, in: space, seed) }
      }
      let log = space.log
      try space.take(rows.text(rows: later), options)
      #expect(space.log == log, "seed \(seed)")
      #expect(space.problems.isEmpty, "seed \(seed)")
    }
  }

  @Test("how it is written makes no difference")
  func styles() throws {
    try forEachSeed { rows, random, seed in
      let options = options(&random)
      var space = ImportedSpace("Test")
      try space.take(rows.text(), options)
      var styles: [RandomRows.Style] = []
      styles.append(RandomRows.Style(delimiter: ";"))
      styles.append(RandomRows.Style(delimiter: ";", decimal: ","))
      styles.append(RandomRows.Style(isMilliseconds: true))
      styles.append(RandomRows.Style(delimiter: "\t", negates: true, quotes: true))
      for style in styles {
        var other = ImportedSpace("Test")
        let survey = try other.take(rows.text(style), options)
        #expect(other.content == space.content, "seed \(seed) \(style) \(survey.faultLines)")
      }
    }
  }

  @Test("matrices by rows and by columns are the same")
  func matrices() throws {
    try forEachSeed { rows, random, seed in
      let options = options(&random)
      // If nothing moves, nothing distinguishes them.
      let isOpen = rows.rows.allSatisfy { $0.place.map { $0.x == 0 && $0.z == 0 } ?? true }
      if isOpen { return }
      var spaces: [ImportedSpace] = []
      for isByRows in [true, false] {
        var space = ImportedSpace("Test")
        try space.take(rows.text(RandomRows.Style(matrixByRows: isByRows)), options)
        spaces.append(space)
      }
      #expect(spaces[0].content == spaces[1].content, "seed \(seed)")
    }
  }

  @Test("sorting in a file is sorting in memory")
  func sortedInPieces() throws {
    try forEachSeed { rows, random, seed in
      let shuffled = rows.text(rows: rows.rows.shuffled(using: &random))
      var space = ImportedSpace("Test")
      try space.take(shuffled)
      var other = ImportedSpace("Test")
      other.sortingMemory = 400
      try other.take(shuffled)
      #expect(other.content == space.content, "seed \(seed)")
    }
  }
}
