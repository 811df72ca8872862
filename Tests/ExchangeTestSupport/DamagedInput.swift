package import SeededRandom

/// Inputs that were intact once: cut off, with bytes flipped, lines swapped, duplicated, or mixed.
package struct DamagedInput {
  package let name: String
  package let bytes: [UInt8]

  package init(_ random: inout SeededGenerator) {
    let whole = Self.wholes.randomElement(using: &random) ?? Self.wholes[0]
    name = whole.name
    var bytes = Array(whole.text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, &random) }
    self.bytes = bytes
  }

  /// Makes one edit: cuts off the rest, changes a byte, swaps lines, or inserts a copied piece.
  package static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard bytes.count > 2 else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
    case 2: bytes.insert(special.randomElement(using: &random) ?? 0, at: place)
    case 3: bytes.remove(at: place)
    case 4:
      var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
      lines.shuffle(using: &random)
      bytes = Array(lines.joined(separator: [10]))
    case 5: bytes.insert(contentsOf: bytes[place...].prefix(40), at: 0)
    case 6:
      for index in place..<min(place + 8, bytes.count) { bytes[index] = UInt8(ascii: "9") }
    default:
      let other = Array((wholes.randomElement(using: &random) ?? wholes[0]).text.utf8)
      bytes.replaceSubrange(
        place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
    }
  }

  private static let special: [UInt8] =
    Array("\"',;\t\r\n#{}[]\\:-+.eE09 \0".utf8) + [0xFF, 0xEF, 0xC3]

  private static let wholes: [(name: String, text: String)] = [
    (
      "a.csv",
      """
      id,time,x,y,z,qx,qy,qz,qw,text
      a,2024-03-01T09:00:00Z,0.5,1.2,-2,0,0,0,1,"Buy ""milk"", eggs"
      b,2024-03-01T09:00:01.5+02:00,2,0,1,0,0.70710678,0,0.70710678,chair
      a,2024-03-01T09:05:00Z,0.5,1.3,-2,0,0,0,1,

      """
    ),
    (
      "b.csv",
      "sep=;\r\nGerät;Datum;Uhrzeit;X [cm];Y [cm];Peilung\r\n1;30/03/2024;23:59;150,5;72;0,5\r\n"
        + "2;31/03/2024;01:30:00,5;-75,25;180;90\r\n"
    ),
    (
      "c.tum",
      "# made up\n1717232400.000000 0 0 1.5 0 0 0 1\n1.717232400066667e+09 2e-1 0 1 0 0 0 1 \n"
    ),
    (
      "d.txt",
      "1 0 0 0 0 1 0 0 0 0 1 0\n1 0 0 2e-2 0 1 0 -3e-2 0 0 1 8.6e-1\n"
    ),
    (
      "e.jsonl",
      #"{"ts": 1717232400123, "a": {"id": "n\u00e91", "tags": [1, 2]}, "transform": [1,0,0,0,0,1,0,0,0,0,1,0,1,0.5,-2,1]}"#
        + "\n" + #"{"ts": 1717232405000, "a": {"id": "n2"}, "transform": null, "on": true}"# + "\n"
    ),
    (
      "f.json",
      #"[{"id": 1, "t": 5, "x": 1.5, "y": 2}, {"id": 1, "t": 6, "x": 1e3, "y": -2, "deep": {"er": {}}}]"#
    ),
    (
      "g.csv",
      "id,when,lat,lon,alt,bearing\n1,2024-06-01 08:00:00+02,48.1,11.5,520,0\n"
        + "1,2024-06-01 08:00:10+02,48.2,11.6,,270\n1,2024-06-01 08:00:20+02,,,,\n"
    ),
    (
      "h.csv",
      "id,seconds,transform\ndoor,1717232400,\"simd_float4x4([[1.0, 0.0, 0.0, 0.0], "
        + "[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.5, -2.0, 1.0]])\"\n"
    ),
  ]
}
