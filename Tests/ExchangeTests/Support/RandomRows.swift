import HyperbasisExchange
import HyperbasisModels
import SeededRandom

/// Generated rows of a table, ordered by time, without an anchor twice at one instant.
struct RandomRows {
  struct Row {
    var id: String
    /// Milliseconds since 1970.
    var time: Int
    /// Millimetres; nil if nothing was seen.
    var place: (x: Int, y: Int, z: Int)?
    /// A turn about the vertical, in steps of 45 degrees; below 8.
    var turn: Int
    var color: String
    /// A second member of the metadata, so that rows change one, the other, or both; nil for none.
    var size: Int?

    /// The colour as a metadata value; nil if its cell is empty.
    var colorValue: AnyCodableValue? {
      switch color {
      case "": nil
      case "7": 7
      case "1.50": 1.5
      case "true": true
      default: .string(color)
      }
    }
  }

  private(set) var rows: [Row] = []
  let hasTurn: Bool
  let hasColor: Bool

  init(_ random: inout SeededGenerator) {
    hasTurn = Bool.random(using: &random)
    hasColor = Bool.random(using: &random)
    let anchors = Int.random(in: 1...4, using: &random)
    var time = 1_700_000_000_000 + Int.random(in: 0...1_000_000, using: &random)
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      time += Int.random(in: 1...5000, using: &random)
      let step = Int.random(in: 0...9, using: &random)
      let place = (
        x: Int.random(in: -3...3, using: &random) * 500, y: 0,
        z: Int.random(in: -3...3, using: &random) * 250
      )
      rows.append(
        Row(
          id: "a\(Int.random(in: 0..<anchors, using: &random))", time: time,
          place: step == 0 ? nil : place, turn: Int.random(in: 0..<8, using: &random),
          color: ["red", "7", "007", "", "true", "a b", "1.50"].randomElement(using: &random) ?? "",
          size: [nil, 1, 2, 2].randomElement(using: &random) ?? nil))
    }
  }

  /// How a table is written.
  struct Style {
    var delimiter = ","
    var decimal = "."
    var isMilliseconds = false
    var negates = false
    var quotes = false
    var matrixByRows: Bool?
  }

  private static let root = 0.70710678118654757
  private static let cosines = [1, root, 0, -root, -1, -root, 0, root]
  private static let sines = [0, root, 1, root, 0, -root, -1, -root]

  func text(_ style: Style = Style(), rows chosen: [Row]? = nil) -> String {
    var names = ["id", style.isMilliseconds ? "ms" : "t"]
    if style.matrixByRows != nil {
      names += (0..<16).map { "m\($0)" }
    } else {
      names += ["x", "y", "z"] + (hasTurn ? ["qx", "qy", "qz", "qw"] : [])
    }
    if hasColor { names += ["color", "size"] }
    var text = names.joined(separator: style.delimiter) + "\n"
    for row in chosen ?? rows { text += line(row, style) + "\n" }
    return text
  }

  private func line(_ row: Row, _ style: Style) -> String {
    var cells = [row.id, time(row.time, style)]
    if let isByRows = style.matrixByRows {
      cells += matrix(row, isByRows, style)
    } else {
      cells += [row.place?.x, row.place?.y, row.place?.z].map { $0.map { metres($0, style) } ?? "" }
      if hasTurn { cells += quaternion(row, style) }
    }
    if hasColor {
      cells.append(row.color.replacing("1.50", with: style.decimal == "," ? "1,50" : "1.50"))
      cells.append(row.size.map(String.init) ?? "")
    }
    if style.quotes { cells = cells.map { "\"\($0)\"" } }
    return cells.joined(separator: style.delimiter)
  }

  private func time(_ milliseconds: Int, _ style: Style) -> String {
    if style.isMilliseconds { return String(milliseconds) }
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000)\(style.decimal)\(fraction)"
  }

  private func metres(_ millimetres: Int, _ style: Style) -> String {
    number(Double(millimetres) / 1000, style)
  }

  private func number(_ number: Double, _ style: Style) -> String {
    number.description.replacing(".", with: style.decimal)
  }

  private func quaternion(_ row: Row, _ style: Style) -> [String] {
    // Of the 45° steps, only those whose quaternions are exact: the even quarters.
    let half = row.turn / 2
    let q = [0, Self.sines[half], 0, Self.cosines[half]]
    return q.map { number(style.negates ? -$0 : $0, style) }
  }

  private func matrix(_ row: Row, _ isByRows: Bool, _ style: Style) -> [String] {
    guard let place = row.place else { return [String](repeating: "", count: 16) }
    let (c, s) = hasTurn ? (Self.cosines[row.turn], Self.sines[row.turn]) : (1, 0)
    let columns: [[Double]] = [
      [c, 0, -s, 0], [0, 1, 0, 0], [s, 0, c, 0],
      [Double(place.x) / 1000, Double(place.y) / 1000, Double(place.z) / 1000, 1],
    ]
    let all = isByRows ? (0..<4).flatMap { row in columns.map { $0[row] } } : columns.flatMap { $0 }
    return all.map { number($0, style) }
  }
}
