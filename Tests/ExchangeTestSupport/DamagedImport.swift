import HyperbasisAnchorLog
import HyperbasisExchange
package import SeededRandom

/// Imports a damaged input, with options that may or may not suit it.
package enum DamagedImport {
  /// Returns the number of events; nil if the input is refused as a whole.
  ///
  /// - Throws: any error but ``UnreadableInput``, and ``Difference`` if the second pass finds something
  ///   different from the first.
  package static func run(_ random: inout SeededGenerator) throws -> Int? {
    let damaged = DamagedInput(&random)
    let input = ImportInput(name: damaged.name, source: MemoryByteSource(damaged.bytes))
    let space = ImportIdentity.spaceId(named: "Damaged")
    let engine = ImportEngine(
      options(&random), inputs: [input], into: ImportTarget(spaceId: space, spaceName: "Damaged"),
      sortingMemory: 500, makeSpool: { MemorySpool() })
    // Not `try?`: in release builds it loses errors of calls that return a large value.
    let survey: ImportSurvey
    do {
      survey = try engine.survey()
    } catch is UnreadableInput {
      return nil
    }
    _ = survey.screen(space: "Damaged", isNew: true)
    // A complete state must not leave out any row.
    if survey.isRefused { return nil }
    var count = 0
    try engine.write(survey) { count += $0.eventCount }
    guard count == survey.events.total else { throw Difference() }
    return count
  }

  package struct Difference: Error {}

  private static func options(_ random: inout SeededGenerator) -> ImportOptions {
    var options = ImportOptions()
    options.skipsBadRows = true
    switch Int.random(in: 0..<10, using: &random) {
    case 0: options.goneAfter = 5_000_000
    case 1: options.isSnapshot = true
    case 2: options.axes = ["ros", "unity", "opencv", "enu"].randomElement(using: &random)
    case 3: options.rate = 25
    case 4: options.zone = "Europe/Berlin"
    case 5:
      options.format = [.csv, .json, .tum, .kitti, .arkit, .euroc].randomElement(using: &random)
    case 6: options.encoding = .utf16BigEndian
    case 7: options.leastMove = 0.5
    case 8: options.matrixOrder = .columns
    default: options.anchorName = "one"
    }
    return options
  }
}
