import Foundation
import Testing

@testable import HyperbasisCommands

/// What the completion scripts of the shells get.
struct CompletionTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  /// Returns the values that are offered while the last word is being typed.
  private func offered(_ words: String...) -> [String] {
    let outcome = bench.run(["---complete", "fish"] + words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func commandsAndSpacesComeFirst() {
    #expect(offered("sho") == ["show"])
    #expect(offered("Ki") == ["Kitchen"])
    #expect(offered("").contains("diff") && offered("").contains("Kitchen"))
    #expect(offered("show", "") == ["Kitchen", "11111111"])
    #expect(offered("show", "kit") == ["Kitchen"])
    #expect(offered("show", "Kitchen", "") == [])
    #expect(offered("help", "dem") == ["demo"])
  }

  @Test func anchorsAreOfferedThatTheCommandCanTake() {
    #expect(Set(offered("history", "")) == ["Buy oat milk", "chair", "Lamp"])
    #expect(Set(offered("delete", "")) == ["Buy oat milk", "Lamp"])
    #expect(offered("restore", "") == ["chair"])
    #expect(offered("log", "--anchor", "La") == ["Lamp"])
    #expect(offered("history", "4444") == ["44444444"])
  }

  @Test func optionsAreOfferedOnce() {
    let options = offered("plot", "--svg", "x", "--")
    #expect(options.contains("--align") && !options.contains("--svg"))
    #expect(offered("log", "--type", "moved", "--ty") == ["--type"])
    #expect(offered("show", "--", "-") == [])
  }

  @Test func valuesBelongToTheirOption() {
    #expect(offered("plot", "--charset", "b") == ["block", "braille"])
    #expect(offered("plot", "--charset=b") == ["--charset=block", "--charset=braille"])
    #expect(offered("show", "--sort", "na") == ["name"])
    #expect(offered("log", "--type", "de") == ["deleted"])
    #expect(offered("plot", "--width", "") == [])
  }

  @Test func filesAreOfferedWhereOneIsMeant() throws {
    let folder = bench.directory.path
    for words in [
      ["import"], ["import", "csv"], ["export", "-o"], ["export", "--output"], ["plot", "--svg"],
      ["import", "--times"], ["show", "--store"],
    ] {
      let found = bench.run(["---complete", "fish"] + words + ["\(folder)/ev"])
      #expect(found.output.hasPrefix("\(folder)/events/"), "\(words)")
    }
    #expect(offered("import", "geo") == ["geojson"])
    #expect(offered("import", "geojson", "geo") == [])
    #expect(offered("export", "-o", "\(folder)/x", "Ki") == ["Kitchen"])
  }

  @Test func filtersAreThoseOfTheTimeMachine() {
    #expect(offered("show", "--where", "type:") == ["type:model", "type:sticky_note"])
    #expect(offered("show", "--where", "\"type:model te") == ["type:model text="])
    #expect(offered("find", "text=L") == ["text=Lamp"])
    #expect(offered("log", "--where", "actor:") == ["actor:ann", "actor:bob"])
  }

  @Test func keysAreThoseOfTheAnchor() {
    #expect(offered("set", "Lamp", "") == ["text=", "type="])
    #expect(offered("set", "Lamp", "type=s") == ["type=sticky_note"])
    #expect(offered("set", "Lamp", "--unset", "t") == ["text", "type"])
  }

  @Test func datesAreWordsAndInstantsWithEvents() throws {
    let words = offered("show", "--at", "")
    #expect(words.starts(with: ["now", "start", "end", "today", "yesterday", "50%", "-2h"]))
    #expect(words.contains("2024-06-19"))
    #expect(offered("show", "--at", "-") == ["-2h", "-1d"])
    #expect(
      offered("show", "--at", "2024-06-18") == ["2024-06-18T09:31:00", "2024-06-18T09:30:00"])
    for instant in offered("show", "--at", "2024-06-17") {
      #expect(bench.run("show", "--at", instant).status == 0)
    }
    let added = bench.run("bookmarks", "--add", "tidied up", "--at", "2024-06-18T12:00:00Z")
    #expect(added.status == 0)
    let all = bench.run("---complete", "fish", "show", "--at", "").output
    #expect(all.contains("2024-06-18T12:00:00\ttidied up\n"))
  }

  @Test func theStoreIsTheOneOfTheLine() throws {
    let other = try Workbench()
    #expect(other.run("new", "Cellar").status == 0)
    #expect(offered("show", "--store", other.directory.path, "Ce") == ["Cellar"])
    #expect(offered("show", "--store=\(other.directory.path)", "").contains("Kitchen") == false)
    #expect(
      offered("show", "--store", other.directory.path + "/sp") == [
        other.directory.path + "/spaces/"
      ])
  }

  /// A shell would show any message in the middle of the line that is being typed.
  @Test func nothingIsSaidOfErrorsAndNothingIsWritten() throws {
    let before = try bench.contents()
    for words in [
      [], ["tcsh", "x"], ["fish"], ["bash"], ["fish", "show", "--store", "/nowhere", ""],
      ["fish", "nonsense", "x", ""], ["fish", "set", "nobody", ""],
      ["bash", "hyperbasis show", "?"],
    ] {
      let outcome = bench.run(["---complete"] + words)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(words)")
    }
    for words in [["show", ""], ["history", ""], ["set", "Lamp", ""], ["show", "--at", ""]] {
      _ = bench.run(["---complete", "zsh"] + words)
    }
    #expect(try bench.contents() == before)
  }

  @Test func aShellWithoutAScriptIsRefused() {
    for shell in ScriptedShell.allCases {
      let script = bench.run("--generate-completion-script", shell.rawValue)
      #expect(script.status == 0 && script.output.contains("---complete \(shell.rawValue)"))
      #expect(bench.run("--generate-completion-script=\(shell.rawValue)") == script)
    }
    bench.environment["SHELL"] = "/usr/bin/zsh"
    #expect(bench.run("--generate-completion-script").output.contains("#compdef"))
    let unknown = bench.run("--generate-completion-script", "tcsh")
    #expect(unknown.status == 64 && unknown.errors.contains("bash, zsh or fish"))
  }
}
