import HyperbasisDiagnostics
import Testing

@testable import HyperbasisCommands

struct ProcessLogTests {
  @Test func nothingIsLoggedUnlessAskedFor() {
    #expect(ProcessLog.start([:]) == nil)
    #expect(ProcessLog.start(["HYPERBASIS_LOG": ""]) == nil)
  }

  @Test func anUnknownLevelIsRefusedByName() {
    let problem = ProcessLog.start(["HYPERBASIS_LOG": "loud"])
    #expect(problem?.contains("debug") == true && problem?.contains("\"loud\"") == true)
  }

  @Test func whatNobodyWaitsForMayFail() {
    struct Trouble: Error {}
    #expect(DiagnosticLog.program.attempt("count") { 3 } == 3)
    #expect(DiagnosticLog.program.attempt("fail") { throw Trouble() } == nil as Int?)
  }
}
