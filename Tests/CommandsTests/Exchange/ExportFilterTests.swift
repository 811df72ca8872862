import Foundation
import Testing

@testable import HyperbasisCommands

/// What a filter does to an export, and how the file says so.
struct ExportFilterTests {
  private let bench: Workbench

  /// A lamp that stops being one and is then deleted, beside one that stays.
  init() throws {
    bench = try Workbench()
    let steps: [[String]] = [
      ["new", "Hall"],
      ["add", "--position", "1,0,1", "label=a", "type=light"],
      ["add", "--position", "2,0,2", "label=b", "type=light"],
      ["set", "a", "type=private"], ["delete", "a"],
    ]
    for step in steps {
      let outcome = bench.run(step)
      #expect(outcome.status == 0, "\(outcome)")
    }
  }

  private func export(_ format: String, _ words: String...) throws -> (text: String, errors: String)
  {
    let path = bench.directory.path + "-out.\(format)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = bench.run(["export", "-o", path] + words)
    #expect(outcome.status == 0, "\(outcome)")
    return (
      String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self), outcome.errors
    )
  }

  @Test
  func `an animated scene hides what is deleted, even if the filter lets no deletion through`()
    throws
  {
    let (scene, errors) = try export("glb", "--where", "type:light")
    let json = try #require(scene.firstMatch(of: /\{"asset".*\}/)?.output)
    let nodes = json.matches(of: /"name":"(\w)"[^}]*?"scale":\[(\d)/).map {
      "\($0.output.1)\($0.output.2)"
    }
    #expect(nodes == ["a0", "b1"], "\(json)")
    #expect(errors.contains("note: each anchor that matches the filter at some time"), "\(errors)")
  }

  @Test(arguments: ["csv", "jsonl"])
  func `a list of events warns of anchors whose later events it lacks`(format: String) throws {
    let (_, errors) = try export(format, "--where", "type:light")
    #expect(
      errors
        == "hyperbasis: warning: 1 anchor changed or was deleted later in events that the filter leaves "
        + "out; whoever reads the file finds it as it was when it last matched\n")
    #expect(try export(format).errors == "")
    #expect(try export(format, "--where", "label:b").errors == "")
  }

  @Test func `reports and pictures name the filter`() throws {
    let report = try export("md", "--where", "nothing").text
    #expect(report.contains(" · only nothing\n\n**No changes match the filter**"), "\(report)")
    #expect(try export("md", "--anchor", "b").text.contains(" · only b\n"))
    #expect(try export("svg", "--where", "type:light").text.contains("only type:light"))
    let page = try export("html", "--where", "type:light").text
    #expect(page.contains("only type:light, at some time; each anchor with its whole history"))
    #expect(try export("html", "--anchor", "b").text.contains("\"only\":\"only b\""))
    // A heading that is longer than a line goes on in the next one.
    func words(_ command: String...) -> String {
      bench.run(command).output.replacing("\n", with: " ")
    }
    #expect(words("show", "--where", "type:light").contains("1 anchor · only type:light "))
    #expect(words("diff", "--where", "type:no").contains("· only type:no No changes match"))
    #expect(words("plot", "--where", "type:light").contains("only type:light "))
  }

  /// The filter is text that a person typed, and may say what was to be left out.
  @Test func `a redacted page does not quote the filter`() throws {
    let page = try export("html", "--where", "type:private", "--redact").text
    #expect(page.contains("only some anchors"))
    #expect(!page.contains("private"))
  }

  @Test(arguments: [
    (["--format", "tum", "--anchor", "b", "--where", "type:light"], "--where has no effect"),
    (["--format", "svg", "--anchor", "b"], "--anchor has no effect"),
    (["--format", "csv", "-o", ""], "the name of the file to write is empty"),
    (["--format", "glb", "--seconds", "1e300", "-o", "-"], "seconds, from 0.1 to 86400"),
  ])
  func `what has no effect is refused`(words: [String], message: String) {
    let outcome = bench.run(["export"] + words)
    #expect(outcome.status == ExitStatus.usage)
    #expect(outcome.errors.contains(message), "\(outcome)")
  }

  @Test func `a link as a target is called one`() throws {
    let path = bench.directory.path + "-link.csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere.csv")
    let outcome = bench.run("export", "-o", path, "--yes")
    #expect(outcome.status == ExitStatus.cannotWrite)
    #expect(outcome.errors.contains("is a link; give the name of a file"), "\(outcome)")
  }

  @Test func `a space without events comes back from its log`() throws {
    let empty = try Workbench()
    #expect(empty.run("new", "Attic").status == 0)
    let path = empty.directory.path + "-out.jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(empty.run("export", "-o", path).status == 0)
    let outcome = empty.run("import", path, "--space", "Attic")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Nothing to change: 0 events"), "\(outcome)")
  }
}
