import Foundation
import Testing

@testable import HyperbasisCommands

/// What `find` accepts, and when a found anchor existed.
struct FindCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  /// A deleted anchor is no longer there, but the time span that its deletion ended can be shown.
  @Test func `find takes all that the filter takes`() {
    #expect(
      bench.run("find", "kind:deleted").output == """
        ID        LABEL  FROM (UTC)              TO (UTC)
        33333333  chair  2024-06-17 10:00:00.25  2024-06-19 08:00:00

        """)
    #expect(bench.run("find", "kind:moved after:2024-06-18T12:00Z").output.contains("Nothing"))
    #expect(bench.run("find", "after:2024-06-19T08:00:01Z").output.contains("Lamp"))
    #expect(bench.run("find", "after:end-1h kind:deleted").output.contains("chair"))
    #expect(bench.run("find", "after:noon-ish").errors.contains("not a date"))
  }

  /// No date shows what was replaced at the very instant at which it came.
  @Test func `find leaves out what was never there at any date`() throws {
    let bench = try Workbench()
    func line(_ number: Int, _ type: String, _ label: String, _ time: String) -> String {
      Kitchen.line(
        number, Kitchen.lamp, type, time, number,
        #","metadata":{"label":"\#(label)"},"transform":\#(Kitchen.transform("1", "0", "0"))"#)
    }
    try bench.writeLog([
      line(1, "created", "Candle", "2024-06-17T10:00:00Z"),
      line(2, "updated", "Lamp", "2024-06-17T10:00:00Z"),
      line(3, "updated", "Torch", "2024-06-17T11:00:00Z"),
    ])
    #expect(bench.run("find", "label=Candle").output.contains("Nothing"))
    #expect((try bench.json("find", "label=Candle") as? [Any])?.isEmpty == true)
    #expect(bench.run("find", "label=Lamp").output.contains("2024-06-17 11:00:00"))
  }

  /// An age grows between the events from which spans are computed.
  @Test func `find does not take ages`() {
    let outcome = bench.run("find", "alive<5min")
    #expect(outcome.status == 64 && outcome.errors.contains("show --at DATE --where"), "\(outcome)")
  }
}
