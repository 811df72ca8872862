import HyperbasisAnchorLog

/// Reads the rows of a GPX file: one for each point of a track or a route, and one for each waypoint.
///
/// Columns: `id` (the name of the track or waypoint; further tracks of the same name have a number
/// appended), `lat`, `lon` in degrees, `alt` in metres, `time`, and `type`: `track`, `route` or `waypoint`.
/// A waypoint is never deleted for being absent. A point without a time is handed out without one.
struct GPXReader: RowReader {
  let source: any ByteSource
  let input: Int
  private var builder = RowBuilder(
    columns: ["id", "lat", "lon", "alt", "time", "type", ReservedColumn.stays])

  init(_ source: any ByteSource, input: Int) {
    self.source = source
    self.input = input
  }

  var columns: ColumnNames { builder.columns }

  var form: String { "GPX" }

  var placeWord: String { "point" }

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    var scanner = XMLScanner(source)
    var document = GPXDocument(input: input)
    var isGPX = false
    while let token = try scanner.next() {
      if case .start("gpx", _) = token { isGPX = true }
      try document.check(token)
      guard let point = document.take(token) else { continue }
      for (name, text) in point.cells {
        if name == "id" || name == "type" {
          builder.set(name, text: text)
        } else {
          builder.set(name, plain: text)
        }
      }
      // A waypoint is a place, not something that was seen there.
      if point.cells["type"] == "waypoint" { builder.set(ReservedColumn.stays, text: "yes") }
      try builder.emit(at: point.place, row)
    }
    guard isGPX else { throw UnreadableInput.unfit("it is XML, but there is no gpx element in it") }
    try document.checkEnd()
  }
}

/// The scanner's position in a GPX document, and the point that is being assembled.
private struct GPXDocument {
  let input: Int
  private var path: [String] = []
  private var text = ""
  private var trackName: String?
  /// The id of the track's points; nil before its first one.
  private var trackId: String?
  private var trackIds: [String: TrackIds] = [:]
  private var point: [String: String] = [:]
  private var count = 0
  private var unnamed: [String: Int] = [:]

  init(input: Int) {
    self.input = input
  }

  struct Point {
    let cells: [String: String]
    let place: InputPlace
  }

  private static let pointKinds = ["wpt": "waypoint", "trkpt": "track", "rtept": "route"]
  private static let fields = ["ele": "alt", "time": "time"]

  /// Refuses an end tag that does not match the innermost open element.
  func check(_ token: XMLScanner.Token) throws {
    guard case .end(let name) = token, path.last != name else { return }
    let place = path.last.map { "within <\($0)>" } ?? "outside any element"
    throw UnreadableInput.unfit(
      "unexpected </\(name)> \(place), after point \(count): it is not well-formed XML")
  }

  /// Refuses a document that was cut off.
  func checkEnd() throws {
    guard let open = path.last else { return }
    throw UnreadableInput.unfit(
      "it ends within <\(open)>, after point \(count): it was cut off; export or download it again")
  }

  /// Takes a token; returns a point if the token completes one.
  mutating func take(_ token: XMLScanner.Token) -> Point? {
    switch token {
    case .start(let name, let attributes):
      path.append(name)
      text = ""
      if Self.pointKinds[name] != nil {
        point = attributes.filter { $0.key == "lat" || $0.key == "lon" }
      } else if name == "trk" || name == "rte" {
        trackName = nil
        trackId = nil
      }
      return nil
    case .text(let part):
      text += part
      return nil
    case .end(let name):
      defer {
        if path.last == name { path.removeLast() }
        text = ""
      }
      return end(of: name)
    }
  }

  private mutating func end(of name: String) -> Point? {
    let parent = path.dropLast().last ?? ""
    let content = String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if let kind = Self.pointKinds[name] { return finish(kind) }
    if Self.pointKinds[parent] != nil {
      if let field = Self.fields[name] { point[field] = content }
      if name == "name", parent == "wpt" { point["id"] = content }
    } else if name == "name", parent == "trk" || parent == "rte" {
      trackName = content
    }
    return nil
  }

  private mutating func finish(_ kind: String) -> Point {
    count += 1
    var cells = point
    cells["type"] = kind
    if kind != "waypoint" { cells["id"] = idOfTrack(kind) }
    if cells["id"] == nil { cells["id"] = "\(kind) \(count)" }
    point = [:]
    return Point(cells: cells, place: InputPlace(input: input, line: count))
  }

  /// Returns an id that is unique to the track: many devices give every track the same name.
  private mutating func idOfTrack(_ kind: String) -> String {
    if let trackId { return trackId }
    let name = trackName ?? nameless(kind)
    let id = trackIds[kind, default: TrackIds()].next(for: name)
    trackId = id
    return id
  }

  /// Returns a name for a track that has none: its number in the document.
  private mutating func nameless(_ kind: String) -> String {
    let number = (unnamed[kind] ?? 0) + 1
    unnamed[kind] = number
    return "\(kind) \(number)"
  }
}

/// Tells tracks of one name apart: `Track`, `Track (2)`, `Track (3)`.
private struct TrackIds {
  private var used: Set<String> = []
  /// How many tracks of each name there were.
  private var counts: [String: Int] = [:]

  mutating func next(for name: String) -> String {
    var id = name
    repeat {
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      id = count == 1 ? name : "\(name) (\(count))"
    } while !used.insert(id).inserted
    return id
  }
}
