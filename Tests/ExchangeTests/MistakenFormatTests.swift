import ExchangeTestSupport
import Testing

@testable import HyperbasisExchange

/// Inputs of one format that are named as another.
struct MistakenFormatTests {
  private static let table = """
    id,time,x,y,z
    a,2024-05-01T12:00:00Z,1,2,3
    b,2024-05-01T12:00:01Z,1,2,3

    """

  /// Returns why an input cannot be imported, with the rows named.
  private func refusal(_ text: String, named name: String, as format: ImportFormat) throws -> String
  {
    var options = ImportOptions()
    options.format = format
    var space = ImportedSpace("Test")
    do {
      let survey = try space.take(options, [ImportInput(text, named: name)])
      if survey.isRefused { return survey.refusalError.description }
    } catch let error as UnreadableInput {
      return error.description
    }
    Issue.record("\(name) is read as \(format.rawValue)")
    return ""
  }

  @Test(
    "the format that it looks like is named",
    arguments: ImportFormat.all.filter { ![.csv, .sdk, .events].contains($0) })
  func table(_ format: ImportFormat) throws {
    let text = try refusal(Self.table, named: "poses.csv", as: format)
    let advice = "looks like csv: name that format instead of \(format.rawValue), or none"
    #expect(text.contains("poses.csv \(advice)"), "\(text)")
    #expect(text.hasPrefix("poses.csv"), "\(text)")
    #expect(!text.contains("--skip-bad"), "without these rows there are none: \(text)")
  }

  @Test("one fault of a different format says as much as all of them")
  func faultsOnce() throws {
    var options = ImportOptions()
    options.format = .json
    var space = ImportedSpace("Test")
    let survey = try space.take(options, [ImportInput(Self.table, named: "poses.csv")])
    #expect(survey.faultLines == ["line 1: not a JSON object: byte 1, unexpected character"])
  }

  @Test("a kind that cannot be imported is named")
  func unsupported() throws {
    let text = try refusal("<html><body></body></html>", named: "page.html", as: .gpx)
    #expect(
      text.contains("page.html looks like an HTML page, which cannot be imported."), "\(text)")
  }

  @Test("an input of the format that was named gets no such advice")
  func damaged() throws {
    let text = try refusal("<gpx><trk>", named: "walk.gpx", as: .gpx)
    #expect(text.hasPrefix("walk.gpx cannot be read as gpx: it ends within <trk>"), "\(text)")
    #expect(!text.contains("looks like"), "\(text)")
  }

  @Test("rows that are all bad are not to be left out")
  func allBad() throws {
    let text = try refusal("id,time,x,y,z\na,2024-05-01,1,2,three\n", named: "poses.csv", as: .csv)
    #expect(!text.contains("--skip-bad"), "\(text)")
    #expect(text.contains("without it there is nothing to import: correct it"), "\(text)")
  }
}
