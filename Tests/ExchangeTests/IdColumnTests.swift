import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// Which column says to which anchor a row belongs.
struct IdColumnTests {
  @Test("the id is the column that repeats, also where that shows late")
  func lateRepeat() throws {
    // `id` repeats only at the end: until then only `vehicle` does.
    var text = "id,vehicle,t,x,y\n"
    for row in 0..<3000 { text += "\(row),v\(row % 5),\(1_700_000_000 + row),1,\(row)\n" }
    let (_, vehicles) = try imported(text)
    #expect(vehicles.anchorCount == 5)
    let (_, ids) = try imported(text + "0,v1,1800000000,1,2\n")
    #expect(ids.anchorCount == 3000)
    #expect(ids.options.id == "id")
  }

  @Test("no column for the anchor: one, named after the file")
  func oneAnchor() throws {
    let (space, survey) = try imported("t,x,y\n2024-01-01,1,2\n2024-01-02,2,2\n")
    #expect(survey.anchorCount == 1)
    let state = space.index.state(through: space.index.count)
    let anchor = try #require(try space.index.anchors(in: state).first)
    #expect(anchor.metadata["label"] == "input")
  }

  @Test(
    "the columns of collections name anchors",
    arguments: [
      "Inventory No", "inventory_no", "Accession number", "Exhibit", "exhibit_id", "Inventarnr",
      "Inventarnummer", "Catalogue No.", "asset-id",
    ])
  func collections(column: String) throws {
    let text = "\(column),t,x,y\n1998.12,2024-01-01,1,2\n1998.13,2024-01-02,2,2\n"
    let (_, survey) = try imported(text)
    #expect(survey.anchorCount == 2)
    #expect(survey.options.id == column)
    // A name need not be different for each thing.
    let vases = "Name,\(column),t,x,y\nVase,1,2024-01-01,1,2\nVase,2,2024-01-01,2,2\n"
    #expect(try imported(vases).survey.anchorCount == 2)
  }

  @Test(
    "a column that may name anchors does where rows of one time need one",
    arguments: ["Title", "Item", "No", "Nr", "Code", "sensor_id", "Number"])
  func guessedColumn(column: String) throws {
    let heading = "\(column),x,y\n"
    let rows = "1,1,2\n2,2,2\n3,1,2\n"
    let (_, survey) = try imported(heading + rows, "import --at 2024-01-01")
    #expect(survey.anchorCount == 3)
    #expect(survey.options.id == column)
    #expect(survey.notes.isEmpty)
    // It does not distinguish all of them.
    let error = #expect(throws: UnreadableInput.self) {
      try imported(heading + rows + "3,5,5\n", "import --at 2024-01-01")
    }
    #expect(error?.description.contains("Give --id COLUMN, or --as NAME if all rows are") == true)
    let (_, one) = try imported(heading + rows, "import --at 2024-01-01 --as walk")
    #expect(one.anchorCount == 1)
    #expect(one.rowsLeftOut == 2)
  }

  @Test("rows of one time without a name are refused, and those that are the same are not")
  func unnamedRows() throws {
    let text = "Sculptor,t,x,y\nRodin,2024-01-01,1,2\nMoore,2024-01-01,2,2\n"
    let error = #expect(throws: UnreadableInput.self) { try imported(text) }
    #expect(
      error?.description
        == "No column says which anchor a row belongs to, and several rows have the same time, the "
        + "first in line 2 of input.csv. If they were all one anchor, only the last would count. The "
        + "columns are: Sculptor, t, x, y. Give --id COLUMN, or --as NAME if all rows are one anchor."
    )
    let (_, twice) = try imported("t,x,y\n2024-01-01,1,2\n2024-01-01,1,2\n2024-01-02,1,3\n")
    #expect(twice.events.total == 2)
  }

  @Test("that all rows are one anchor is said where a column has several words")
  func oneAnchorOfSeveral() throws {
    let rows = "2024-01-01,1,2,7,Rodin\n2024-01-02,2,2,8,Moore\n2024-01-03,2,2,9,Moore\n"
    let (_, survey) = try imported("t,x,y,seq,Made by\n" + rows)
    #expect(survey.anchorCount == 1)
    #expect(
      survey.notes
        == ["All rows become one anchor; --id 'Made by' makes one anchor for each of its 2 values."]
    )
    // Neither numbers nor dates are words, unless the column may name things.
    let plain = "t,x,y,seq,day\n2024-01-01,1,2,7,2024-02-03\n2024-01-02,2,2,8,2024-02-04\n"
    #expect(try imported(plain).survey.notes.isEmpty)
    let numbered = "t,x,y,Nr\n2024-01-01,1,2,7\n2024-01-02,2,2,8\n"
    #expect(
      try imported(numbered).survey.notes
        == ["All rows become one anchor; --id Nr makes one anchor for each of its 2 values."])
    #expect(try imported(numbered, "import --as walk").survey.notes.isEmpty)
  }
}
