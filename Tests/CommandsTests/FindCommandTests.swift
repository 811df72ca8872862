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

  /// An age grows between the events from which spans are computed.
  @Test func `find does not take ages`() {
    let outcome = bench.run("find", "alive<5min")
    #expect(outcome.status == 64 && outcome.errors.contains("show --at DATE --where"), "\(outcome)")
  }
}
