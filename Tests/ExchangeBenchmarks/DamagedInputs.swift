import ExchangeTestSupport
import SeededRandom

/// Imports many damaged inputs: generated tables, and the samples of all formats.
enum DamagedInputs {
  static func run(_ count: UInt64, from first: UInt64 = 0) throws {
    try run("made-up tables", count, from: first) { try DamagedImport.run(&$0) != nil }
    for file in try DamagedFile.all() { try run(file.description, count, from: first, file.run) }
    print("peak \(PeakMemory.megabytes) MB")
  }

  private static func run(
    _ name: String, _ count: UInt64, from first: UInt64,
    _ body: (inout SeededGenerator) throws -> Bool
  ) throws {
    let clock = ContinuousClock()
    let start = clock.now
    var read = 0
    var failed = 0
    var slowest = (seconds: 0.0, seed: first)
    for seed in first..<first + count {
      var random = SeededGenerator(seed: seed)
      let begun = clock.now
      do {
        if try body(&random) { read += 1 }
      } catch {
        failed += 1
        print("\(name), seed \(seed): \(error)")
      }
      let seconds = (clock.now - begun) / .seconds(1)
      if seconds > slowest.seconds { slowest = (seconds, seed) }
    }
    let seconds = (clock.now - start) / .seconds(1)
    print(
      "\(name): \(count) damaged inputs in \(text(seconds)) s, \(read) read, \(failed) failed, "
        + "the others refused; the slowest took \(text(slowest.seconds)) s (seed \(slowest.seed))")
  }
}
