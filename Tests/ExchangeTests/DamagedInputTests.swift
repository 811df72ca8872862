import ExchangeTestSupport
import SeededRandom
import Testing

struct DamagedInputTests {
  @Test("damaged inputs are read or refused, and both passes agree")
  func damaged() throws {
    var read = 0
    for seed in 0..<1500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      do {
        if try DamagedImport.run(&random) != nil { read += 1 }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    #expect(read > 300)
  }
}
