import HyperbasisExchange
import Testing

/// Which delimiter is guessed, and the message if the guess finds no columns.
struct DelimiterTests {
  private func survey(_ text: String) throws -> ImportSurvey {
    var space = ImportedSpace("Test")
    return try space.take(text)
  }

  private static let places = (0..<8).map { row in "2025-10-26 01:30:0\(row),\(row),0,-2" }

  /// Dates with a blank, and line ends in quotes: blanks split such lines as evenly as commas do.
  @Test func whatIsInQuotesDoesNotCount() throws {
    let rows = Self.places.enumerated().map { row, place in
      "A\(row),\(place),\(row < 3 ? "\"v\n1\"" : "v"),w"
    }
    let text = "id,time,x,y,z,text,k\n" + rows.joined(separator: "\n") + "\n"
    for (from, to) in [(",", ","), (",", ";"), (",", "\t"), (",", "|")] {
      let survey = try survey(text.replacing(from, with: to))
      #expect(!survey.isRefused, "\(survey.faultLines)")
      #expect(survey.events.created == 8)
    }
  }

  @Test func blanksAndCommasInAQuotedHeadingSeparateNothing() throws {
    let text = """
      id,time,x,y,z,yaw,text,"key, with space",a.b,num
      A,2025-10-26 01:30:00,1,0,-2,0,Lampe,"v,1",q,1.50
      A,2025-10-26 02:30:00,1.5,0,-2,45,Lampe,,q,1.5
      B,2025-10-26 02:59:59.5,-3,0.5,2,-170,"multi
      line",x,,
      B,2025-10-26 03:00:00,-3,0.5,2,170,"multi
      line",x,,0

      """
    let survey = try survey(text)
    #expect(!survey.isRefused, "\(survey.faultLines)")
    #expect(survey.inputs.first?.form == "CSV, UTF-8, comma, heading in line 1")
    #expect(survey.events.created == 2)
  }

  @Test func blanksSeparateWhereNothingElseDoes() throws {
    let rows = (0..<4).map { "a 2024-01-01T00:00:0\($0)Z 1,5 2 \($0)" }
    let survey = try survey("id t x y z\n" + rows.joined(separator: "\n") + "\n")
    #expect(survey.inputs.first?.form == "CSV, UTF-8, blanks, heading in line 1")
  }

  /// A quotation mark that is never closed does not hide the lines after it.
  @Test func aStrayMarkHidesNothing() throws {
    var options = ImportOptions()
    options.skipsBadRows = true
    var space = ImportedSpace("Test")
    let rows = Self.places.enumerated().map { row, place in
      "\(row == 1 ? "\"" : "")A\(row),\(place)"
    }
    let survey = try space.take("id,time,x,y,z\n" + rows.joined(separator: "\n") + "\n", options)
    #expect(survey.inputs.first?.form == "CSV, UTF-8, comma, heading in line 1")
    #expect(survey.events.created == 7)
  }

  @Test func aGuessIsNamedWhereItFindsNoColumns() throws {
    let text = "id/t/x/y/z\na/2024-01-01/1/2/3\nb/2024-01-01/1/2/3\n"
    let error = #expect(throws: UnreadableInput.self) { try survey(text) }
    #expect(error?.description.contains("The delimiter was guessed (") == true)
    #expect(error?.description.contains("--delimiter ") == true)
    var options = ImportOptions()
    options.delimiter = ","
    var space = ImportedSpace("Test")
    let named = #expect(throws: UnreadableInput.self) { try space.take(text, options) }
    #expect(named?.description.contains("guessed") == false)
  }
}
