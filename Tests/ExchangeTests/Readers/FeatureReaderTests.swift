import HyperbasisAnchorLog
import Testing

@testable import HyperbasisExchange

struct FeatureReaderTests {
  @Test("points of GeoJSON, with and without a geometry, ids as numbers and texts")
  func points() throws {
    let (rows, faults) = try readRows(
      GeoJSONReader(
        MemoryByteSource(
          """
          {"name": "park", "crs": {"type": "name"}, "type": "FeatureCollection", "features": [
           {"type": "Feature", "id": 17, "geometry": {"type": "Point", "coordinates": [8.54, 47.37]},
            "properties": {"time": "2024-05-01T10:00:00Z", "full": false, "id": "b }"}},
           {"type": "Feature", "geometry": null, "properties": null}
          ]}
          """), input: 0))
    #expect(faults.isEmpty)
    #expect(
      rows == [
        [
          "id": "17", "lon": "8.54", "lat": "47.37", "time": "2024-05-01T10:00:00Z",
          "full": "false", "id_2": "b }",
        ], [:],
      ])
  }

  @Test("a line has its times in a list, or as the fourth number of each point")
  func lines() throws {
    let (rows, _) = try readRows(
      GeoJSONReader(
        MemoryByteSource(
          """
          {"type": "FeatureCollection", "features": [
           {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
            "properties": {"name": "a", "coordTimes": ["2024-01-01T00:00:00Z", 1704067201000]}},
           {"type": "Feature", "properties": {"name": "b"}, "geometry":
            {"type": "LineString", "coordinates": [[1, 2, 3, 1704067200], [3, 4, 5, 1704067201]]}}
          ]}
          """), input: 0))
    #expect(
      rows.map { $0["time"] } == [
        "2024-01-01T00:00:00Z", "1704067201000", "1704067200", "1704067201",
      ])
    #expect(
      rows[3] == ["name": "b", "lon": "3", "lat": "4", "alt": "5", "time": "1704067201"]
        || rows[3]["lon"] == "3.0")
  }

  @Test("a single feature is a document, too")
  func singleFeature() throws {
    let (rows, _) = try readRows(
      GeoJSONReader(
        MemoryByteSource(
          #"{"type":"Feature","id":"x","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}"#
        ),
        input: 0))
    #expect(rows.count == 1)
    #expect(rows.first?["id"] == "x")
  }

  @Test("what has no single place is named with its number; the others are read")
  func polygons() throws {
    let (rows, faults) = try readRows(
      GeoJSONReader(
        MemoryByteSource(
          """
          [{"type": "Feature", "geometry": {"type": "Polygon", "coordinates": []}},
           {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["1", 2]}},
           {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}, 5]
          """), input: 2))
    #expect(rows.count == 1)
    #expect(faults.map(\.place) == [1, 2, 4].map { InputPlace(input: 2, line: $0) })
    #expect(
      faults.map(\.found) == [
        "a Polygon has no single place", "a point is not two to four numbers",
        "an object is expected",
      ])
  }

  @Test(
    "what is not JSON says where it stops to be",
    arguments: [
      "", "{", "[{\"a\": 1}", "{\"features\": [}", "[1] 2", "{\"features\": [1,]}", "hello",
    ])
  func notJSON(text: String) {
    #expect(throws: UnreadableInput.self) {
      try readRows(GeoJSONReader(MemoryByteSource(text), input: 0))
    }
  }

  @Test("properties of moving features hold until their next value, also between two points")
  func movingFeatures() throws {
    let (rows, faults) = try readRows(
      MovingFeaturesReader(
        MemoryByteSource(
          """
          {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Anna"},
           "temporalGeometry": {"type": "MovingPoint",
            "datetimes": ["2024-01-01T00:00:00Z", 1704070800000], "coordinates": [[4, 52], [5, 52, 1]]},
           "temporalProperties": [{"datetimes": ["2023-12-31T00:00:00Z", "2024-01-01T00:30:00Z",
             "2024-01-01T02:00:00Z"], "status": {"values": ["a", "b", "c"]}}]}]}
          """), input: 0))
    #expect(faults.isEmpty)
    #expect(rows.map { $0["status"] } == ["a", "b", "b", "c"])
    #expect(rows.map { $0["lon"] } == ["4.0", "4.0", "5.0", "5.0"])
    #expect(
      rows.map { $0["time"] } == [
        "2024-01-01T00:00:00Z", "2024-01-01T00:30:00Z", "1704070800000", "2024-01-01T02:00:00Z",
      ])
    #expect(Set(rows.map { $0["id"] }) == ["Anna"])
  }

  @Test("tracks, routes and waypoints of GPX, whatever XML allows")
  func gpx() throws {
    let (rows, _) = try readRows(
      GPXReader(
        MemoryByteSource(
          """
          <?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "b">]>
          <g:gpx xmlns:g="x"><g:wpt lat="46.5" lon='7.9'><g:name>Hut &amp; spring &#x41;</g:name></g:wpt>
          <g:trk><g:name><![CDATA[Ann <a>]]></g:name><g:trkseg>
          <!-- <g:trkpt lat="0" lon="0"/> -->
          <g:trkpt lat="1" lon="2"><g:ele> 3 </g:ele><g:time>2024-07-01T07:00:00Z</g:time></g:trkpt>
          <g:trkpt lat="1" lon="3"/></g:trkseg></g:trk>
          <g:trk><g:trkseg><g:trkpt lat="1" lon="4"/></g:trkseg></g:trk></g:gpx>
          """), input: 0))
    #expect(
      rows == [
        ["id": "Hut & spring A", "lat": "46.5", "lon": "7.9", "type": "waypoint", "@stays": "yes"],
        [
          "id": "Ann <a>", "lat": "1", "lon": "2", "alt": "3", "time": "2024-07-01T07:00:00Z",
          "type": "track",
        ],
        ["id": "Ann <a>", "lat": "1", "lon": "3", "type": "track"],
        ["id": "track 1", "lat": "1", "lon": "4", "type": "track"],
      ])
  }

  @Test("tracks of one name are kept apart, and routes do not count among them")
  func tracksOfOneName() throws {
    func track(_ element: String, _ name: String, _ latitudes: Int...) -> String {
      let points = latitudes.map { "<\(element)pt lat=\"\($0)\" lon=\"0\"/>" }.joined()
      return "<\(element)><name>\(name)</name>\(points)</\(element)>"
    }
    let tracks = [
      track("rte", "Track", 1), track("trk", "Track", 2, 3), track("trk", "Track", 4),
      track("trk", "Track (2)", 5), track("trk", "Walk", 6), track("trk", "Track", 7),
    ]
    let (rows, _) = try readRows(
      GPXReader(MemoryByteSource("<gpx>\(tracks.joined())</gpx>"), input: 0))
    #expect(
      rows.map { $0["id"] } == [
        "Track", "Track", "Track", "Track (2)", "Track (2) (2)", "Walk", "Track (3)",
      ])
  }

  @Test("a second import of tracks of one name adds nothing")
  func tracksOfOneNameAgain() throws {
    let tracks = [47, 48].map { latitude in
      "<trk><name>Track</name><trkseg><trkpt lat=\"\(latitude)\" lon=\"8\">"
        + "<time>2024-07-01T07:00:00Z</time></trkpt></trkseg></trk>"
    }
    let text = "<gpx>\(tracks.joined())</gpx>"
    var space = ImportedSpace("Test")
    try space.take(text, named: "a.gpx")
    #expect(space.eventCounts == ["created": 2])
    #expect(try space.take(text, named: "a.gpx").events.total == 0)
  }

  @Test(
    "XML that is not GPX, and what is not XML",
    arguments: ["<kml></kml>", "<gpx", "plain", "<gpx a=b>"])
  func notGPX(text: String) {
    #expect(throws: UnreadableInput.self) {
      try readRows(GPXReader(MemoryByteSource(text), input: 0))
    }
  }
}
