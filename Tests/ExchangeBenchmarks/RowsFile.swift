import Foundation
import SeededRandom

/// A generated recording: rows of five columns, ordered by time.
struct RowsFile {
  let url: URL
  let rows: Int

  /// Writes a file of `rows` rows, about `anchors` anchors that walk around.
  init(rows: Int, anchors: Int, at url: URL) throws {
    self.url = url
    self.rows = rows
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    var random = SeededGenerator(seed: 7)
    var text = "id,t,x,y,z\n"
    var places = [(Int, Int)](repeating: (0, 0), count: anchors)
    for row in 0..<rows {
      let anchor = row % anchors
      places[anchor].0 += Int.random(in: -40...40, using: &random)
      places[anchor].1 += Int.random(in: -40...40, using: &random)
      let milliseconds = 1_717_232_400_000 + row
      text += "a\(anchor),\(milliseconds / 1000).\(Self.padded(milliseconds % 1000)),"
      text += "\(Self.metres(places[anchor].0)),1.5,\(Self.metres(places[anchor].1))\n"
      if text.utf8.count > 1 << 20 {
        try file.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func metres(_ millimetres: Int) -> String {
    let sign = millimetres < 0 ? "-" : ""
    return "\(sign)\(abs(millimetres) / 1000).\(padded(abs(millimetres) % 1000))"
  }
}
