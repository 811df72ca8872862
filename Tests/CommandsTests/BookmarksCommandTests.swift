import Foundation
import Testing

@testable import HyperbasisCommands

struct BookmarksCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  @Test func theSpaceIsNamedWhereThereAreSeveral() throws {
    #expect(bench.run("bookmarks", "--add", "tidied up", "--at", "2024-06-18").status == 0)
    let one = bench.run("bookmarks").output
    #expect(one.contains("tidied up") && !one.contains("Kitchen"), "\(one)")
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("bookmarks", "Hall", "--add", "painted", "--at", "now").status == 0)
    let two = bench.run("bookmarks").output
    #expect(two.contains("Hall") && two.contains("Kitchen"), "\(two)")
  }

  /// Its bookmarks are kept, since the space may come back.
  @Test func ofADeletedSpaceItIsSaidThatItIsGone() throws {
    #expect(bench.run("bookmarks", "--add", "tidied up", "--at", "2024-06-18").status == 0)
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    let gone = bench.run("bookmarks").output
    #expect(gone.contains("tidied up") && gone.contains("Kitchen (deleted)"), "\(gone)")
    #expect(bench.run("restore-space", "Kitchen", "--yes").status == 0)
    #expect(!bench.run("bookmarks").output.contains("deleted"))
  }
}
