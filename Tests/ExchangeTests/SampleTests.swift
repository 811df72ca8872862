import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisJSONText
import HyperbasisModels
import Testing

/// The samples give what their `expected.json` says, and nothing more if they are imported again.
struct SampleTests {
  static let folders = [
    "01-csv-named", "02-csv-excel-de", "03-tsv-numbered", "04-csv-gps", "05-tum", "06-euroc",
    "07-kitti", "08-arkit-log", "09-csv-matrix", "10-csv-unity", "11-geojson",
    "12-geojson-snapshots", "13-gpx", "14-mfjson", "15-roomplan",
    "16-mruk", "17-jsonl-own", "18-bad",
    "19-grown",
  ]

  @Test(arguments: folders)
  func gives(_ folder: String) throws {
    let sample = try Sample(folder)
    var space = ImportedSpace(sample.space)
    for line in sample.commands {
      let survey = try sample.run(line, into: &space)
      #expect(!survey.isRefused, "\(survey.faultLines)")
      #expect(space.problems.isEmpty)
    }
    try sample.check(space)
    // Each command on its own, twice.
    for line in sample.commands {
      let before = space.log
      let survey = try sample.run(line, into: &space)
      #expect(survey.events.total == 0)
      #expect(space.log == before)
    }
  }

  @Test(arguments: folders)
  func spelledOutGivesTheSame(_ folder: String) throws {
    let sample = try Sample(folder)
    for line in sample.commands {
      var space = ImportedSpace(sample.space)
      let survey = try sample.run(line, into: &space)
      let command = try ImportCommand(line)
      let words = survey.command(files: command.files, times: command.times, space: command.space)
      let spelledOut = words.map { "'\($0)'" }.joined(separator: " ")
      var other = ImportedSpace(sample.space)
      try sample.run(spelledOut, into: &other)
      #expect(other.content == space.content, "\(spelledOut)")
    }
  }

  @Test
  func matricesOfAnyOrderAreTheSame() throws {
    let sample = try Sample("09-csv-matrix")
    let contents = try sample.commands.map { line in
      var space = ImportedSpace(sample.space)
      try sample.run(line, into: &space)
      try sample.check(space)
      return space.content
    }
    #expect(Set(contents).count == 1)
  }

  @Test
  func refusesBadRows() throws {
    let sample = try Sample("18-bad")
    var space = ImportedSpace(sample.space)
    let survey = try sample.run("hyperbasis import csv bad.csv --space Bad", into: &space)
    let expected = try #require(sample.value["withoutSkipBad"]?.dictionaryValue)
    #expect(survey.isRefused)
    #expect(survey.faults.count == expected["badRows"]?.intValue)
    #expect(space.log.isEmpty)
    let problems = try #require(expected["problems"]?.arrayValue)
    for (fault, problem) in zip(survey.faults.first, problems) {
      #expect(fault.place.line == problem.dictionaryValue?["line"]?.intValue)
      #expect(fault.column == problem.dictionaryValue?["column"]?.stringValue)
    }
  }

  @Test
  func growsAsItsFileDoes() throws {
    let sample = try Sample("19-grown")
    var space = ImportedSpace(sample.space)
    try sample.run(sample.commands[0], into: &space)
    let expected = try #require(sample.value["afterPart"]?.dictionaryValue)
    try sample.check(space, against: expected)
    try sample.run(sample.commands[1], into: &space)
    var whole = ImportedSpace(sample.space)
    try sample.run(sample.commands[1], into: &whole)
    #expect(whole.content == space.content)
  }
}
