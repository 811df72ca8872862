import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// `hyperbasis new`, `rename`, `delete-space`, `restore-space` and `purge`.
struct SpaceCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  /// A deleted space is not reported as one that never existed.
  @Test func aSpaceInTheTrashIsSaidToBeThere() throws {
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    let show = bench.run("show", "Kitchen")
    #expect(show.status == 65)
    #expect(show.errors.contains("\"Kitchen\" is in the trash; hyperbasis restore-space Kitchen"))
    let prefix = bench.run("show", "\(Kitchen.id.prefix(4))")
    #expect(
      prefix.errors.contains("is in the trash; hyperbasis restore-space Kitchen"), "\(prefix)")
    let only = bench.run("show")
    #expect(only.status == 65 && !only.errors.contains("yet"))
    #expect(only.errors.contains("1 is in the trash: hyperbasis trash lists it"))
    let list = bench.run("spaces").output
    #expect(!list.contains("yet") && list.contains("1 is in the trash"))
    #expect(bench.run("spaces", "--json").output == "[]\n")
    #expect(bench.run("show", "Cellar").errors.contains(#"no space "Cellar""#))
  }

  @Test func aSpaceIsDeletedAndRestoredWithTheSameCounts() throws {
    let contents = "with 2 anchors, 1 deleted one and 6 events"
    #expect(bench.run("delete-space", "Kitchen", "--dry-run").output.contains(contents))
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    #expect(bench.run("restore-space", "Kitchen", "--dry-run").output.contains(contents))
  }

  @Test func spacesAreMadeRenamedAndDeleted() throws {
    #expect(bench.run("new", "Hall", "--json").output.contains(#""name":"Hall""#))
    #expect(bench.run("rename", "hall", "Corridor").status == 0)
    #expect(bench.run("add", "Corridor", "--position", "1,1,1").status == 0)
    #expect(bench.run("delete-space", "corridor").status == 0)
    #expect(bench.run("show", "corridor").status == 65)
    let refused = bench.run("delete-space", "Kitchen")
    #expect(refused.status == 64)
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    #expect(try bench.json("spaces") as? [NSDictionary] == [])
    #expect(try bench.contents().keys.contains { $0.hasPrefix(".hyperbasis/trash/") })
  }

  @Test func newMakesTheStore() throws {
    let store = bench.directory.appending(path: "deep/new store").path
    #expect(bench.run("new", "Hall", "--store", store).status == 0)
    #expect(bench.run("spaces", "--store", store).output.contains("Hall"))
    #expect(bench.run("new", "   ").status == 64)
  }

  @Test(arguments: ["new Kitchen", "new Kitchen --dry-run", "new Kitchen --json"])
  func aNameThatAnotherSpaceHasIsTold(words: String) throws {
    let outcome = bench.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "hyperbasis: warning: another space is called \"Kitchen\"; name each by "
        + "the beginning of its id, as hyperbasis spaces lists it\n")
    #expect(!outcome.output.contains("another"))
  }

  @Test func aNameThatDiffersInCaseAloneIsTold() throws {
    let errors = bench.run("new", "kitchen").errors
    #expect(errors.contains("another space is called \"Kitchen\"; "))
    #expect(errors.contains("; name each by its exact spelling, or by the beginning of its id"))
    #expect(bench.run("new", "Hall").errors == "")
    #expect(bench.run("rename", "Hall", "Kitchen").errors.contains("2 other spaces are called"))
    #expect(bench.run("rename", "kitchen", "Shed").errors == "")
  }

  @Test func aSpaceThatComesBackBesideItsNamesakeIsTold() throws {
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    #expect(bench.run("restore-space", "Kitchen", "--dry-run").errors == "")
    #expect(bench.run("new", "Kitchen").errors == "")
    for words in [["--dry-run"], ["--yes"]] {
      let outcome = bench.run(["restore-space", "Kitchen"] + words)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("warning: another space is called \"Kitchen\""), "\(outcome)")
    }
  }

  @Test func purgeRemovesFilesAndKeepsHistory() throws {
    let outcome = bench.run("purge", "--before", "2024-06-20")
    #expect(
      outcome.output == """
        Remove 1 file of anchors deleted before 2024-06-20 00:00:00 UTC
          33333333  chair, deleted 2024-06-19 08:00:00 UTC
        Removed 1 file; the history stays.

        """)
    #expect(try bench.contents()["anchors/\(Kitchen.chair).json"] == nil)
    #expect(try bench.lineCount == 6)
    #expect(bench.run("restore", "3333").status == 0)
    #expect(try bench.anchor(Kitchen.chair)?["deletedAt"] is NSNull)
  }

  @Test(.disabled(if: getuid() == 0, "root may write everywhere"))
  func aFolderThatCannotBeWritten() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: bench.directory.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: bench.directory.path)
    }
    #expect(bench.run("new", "Hall").status == 73)
  }

  @Test func aStoreThatCannotBeMade() throws {
    try bench.write("", to: "file")
    let path = bench.directory.appending(path: "file/store").path
    let outcome = bench.run("new", "Hall", "--store", path)
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("hyperbasis: "))
  }
}
