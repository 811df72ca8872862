import ExchangeTestSupport
import Foundation
import SeededRandom
import Testing

/// The samples of all formats with bytes changed, cut and swapped: read or refused, never a crash.
///
/// `ExchangeBenchmarks --damaged` does the same with many more.
struct DamagedFileTests {
  static let files = Result { try DamagedFile.all() }
  /// How many damaged files of each sample are read.
  private static let runs: UInt64 = 200
  /// Different in each run; printed with a failure.
  private static let firstSeed = UInt64(UInt32.random(in: .min ... .max)) << 20

  @Test func thereIsASampleOfEachFormat() throws {
    #expect(try Self.files.get().count == 22)
  }

  @Test(arguments: (try? files.get()) ?? []) func isReadOrRefused(_ file: DamagedFile) throws {
    for seed in Self.firstSeed..<Self.firstSeed + Self.runs {
      var random = SeededGenerator(seed: seed)
      do {
        _ = try file.run(&random)
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}
