import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisModels
import Testing

/// The units of coordinates and rotations, as the names of their columns give them.
struct AngleUnitTests {
  private func survey(_ text: String) throws -> (ImportSurvey, [Float]) {
    var space = ImportedSpace("Test")
    let survey = try space.take(text)
    let anchors = try space.index.anchors(in: space.index.state(through: space.index.count))
    return (survey, try #require(anchors.first).transform)
  }

  private let degrees = "id,t,lat,lon\na,2024-01-01,47.378177,8.540192\na,2024-01-02,47.379,8.541\n"
  private let radians =
    "id,t,lat [rad],lon (rad)\na,2024-01-01,0.82690518,0.14905447\n"
    + "a,2024-01-02,0.82691954,0.14906857\n"

  @Test func `degrees in radians are converted`() throws {
    let (found, place) = try survey(radians)
    let (wanted, other) = try survey(degrees)
    #expect(found.origin == wanted.origin)
    for axis in 12..<15 { #expect(abs(place[axis] - other[axis]) < 0.1) }
    let text = try #require(found.findings.first { $0.topic == .place }).text
    #expect(text.hasPrefix("radians to metres about 47.38, 8.54, 0 m"))
    let (short, _) = try survey(radians.replacing("lat [rad],lon (rad)", with: "lat_rad,lon_rad"))
    #expect(short.origin == wanted.origin)
  }

  @Test func `what is no place in radians says so`() throws {
    var space = ImportedSpace("Test")
    let survey = try space.take(degrees.replacing("lat,lon", with: "lat_rad,lon_rad"))
    #expect(
      survey.faultLines.first == "line 2, column lat_rad: 47.378177 is not a latitude in radians")
  }

  @Test(arguments: [
    ("lat [rad],lon", "are in different units"), ("lat [gon],lon [gon]", "lat [gon] is neither"),
    ("x,y,yaw (grad)", "yaw (grad) is neither"),
  ])
  func `a unit that is not known is refused`(names: String, message: String) throws {
    let error = #expect(throws: UnreadableInput.self) {
      let cells = names.split(separator: ",").map { _ in "0.5" }.joined(separator: ",")
      return try survey("id,t,\(names)\na,2024-01-01,\(cells)\n")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `what is no unit changes nothing`() throws {
    let (found, _) = try survey(degrees.replacing("lat,lon", with: "lat (WGS84),lon [E]"))
    #expect(found.origin == [47.38, 8.54, 0])
  }

  @Test func `files in different units are not read as one`() throws {
    var space = ImportedSpace("Test")
    let error = #expect(throws: UnreadableInput.self) {
      try space.take(
        ImportOptions(),
        [ImportInput(degrees, named: "1.csv"), ImportInput(radians, named: "2.csv")])
    }
    #expect(error?.description.contains("different units") == true)
  }
}
