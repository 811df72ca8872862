import ExchangeTestSupport
import SeededRandom

/// Imports many damaged inputs.
enum DamagedInputs {
  static func run(_ count: UInt64, from first: UInt64 = 0) throws {
    var read = 0
    for seed in first..<first + count {
      var random = SeededGenerator(seed: seed)
      do {
        if try DamagedImport.run(&random) != nil { read += 1 }
      } catch {
        print("seed \(seed): \(error)")
      }
    }
    print(
      "\(count) damaged inputs: \(read) read, the others refused, peak \(PeakMemory.megabytes) MB")
  }
}
