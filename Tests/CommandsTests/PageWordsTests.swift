import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisCommands

/// A page describes changes as commands do.
struct PageWordsTests {
  /// Returns a transform turned by yaw, pitch and roll in degrees, with axes of the lengths in `scale`.
  private static func transform(
    _ position: SIMD3<Float>, _ angles: SIMD3<Double> = .zero, scale: SIMD3<Float> = .one,
    shear: Float = 0
  ) -> [Float] {
    let radians = angles * .pi / 180
    let (sy, cy) = (sin(radians.x), cos(radians.x))
    let (sx, cx) = (sin(radians.y), cos(radians.y))
    let (sz, cz) = (sin(radians.z), cos(radians.z))
    var result = [
      cy * cz + sy * sx * sz, cx * sz, cy * sx * sz - sy * cz, 0, sy * sx * cz - cy * sz, cx * cz,
      sy * sz + cy * sx * cz, 0, sy * cx, -sx, cy * cx, 0, 0, 0, 0, 1,
    ].map { Float($0) }
    for column in 0..<3 {
      for row in 0..<3 { result[4 * column + row] *= scale[column] }
      result[12 + column] = position[column]
    }
    result[4] += shear
    return result
  }

  private static let changes: [(old: [Float], new: [Float])] = [
    (transform([0, 0, 0]), transform([1, 0, 0])), (transform([0, 0, 0]), transform([0, 1, 0])),
    (transform([0, 0, 0]), transform([3, -2, 0], [30, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0.1, 80, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0, 0.1, 0])),
    (transform([0, 0, 0], [20, 0, 0]), transform([0, 0, 0], [110, 45, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0, 0, 180])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [2, 1, 1])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [3, 3, 3])),
    (transform([0, 0, 0]), transform([0, 0, 0], [40, 0, 0], scale: [-1, 1, 1])),
    (transform([0, 0, 0], scale: [-1, 1, 1]), transform([0, 1, 0], [0, 30, 0])),
    (
      transform([0, 0, 0], scale: [0.002, 0.002, 0.002]),
      transform([0, 0, 0], scale: [0.004, 0.004, 0.004])
    ),
    (transform([0, 0, 0]), transform([0.5, 0, 0], scale: [-1, 1, 1])),
    (transform([0, 0, 0]), transform([0, 0, 0], [12, 3, 0], shear: 0.5)),
    (transform([-3e38, 0, 0]), transform([3e38, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0]).dropLast() + [2]),
    (transform([0, 0, 0], [170, 0, 0]), transform([0, 0, 0], [-170, 0, 0])),
    // Factors near 1, large ones, small ones, and zero.
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [1.002, 1.002, 1.002])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [1234.5, 1234.5, 1234.5])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [1e6, 1e6, 1e6])),
    (
      transform([0, 0, 0], [30, 20, 10]),
      transform([0, 0, 0], [30, 20, 10], scale: [1e6, 1e6, 1e6])
    ),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [54321.4, 54321.4, 54321.4])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [0.0003, 0.0003, 0.0003])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [3e-7, 3e-7, 3e-7])),
    (transform([0, 0, 0]), transform([0, 0, 0], scale: [0, 0, 0])),
    (transform([0, 0, 0], scale: [0, 1, 1]), transform([0, 0, 0], scale: [0, 0, 0])),
    (transform([0, 0, 0], scale: [1, 1, 0]), transform([0, 0, 0], scale: [3, 3, 0])),
    // Angles: halfway between two, too small to be shown, a half turn in each direction.
    (transform([0, 0, 0]), transform([0, 0, 0], [-12.5, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0.049, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0.0499999981, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0, 0.0499999981, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0.0500000019, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [-179.98, 0, 0])),
    (transform([0, 0, 0]), transform([0, 0, 0], [0, 12, 0], scale: [2, 2, 2])),
    // Lengths halfway between two.
    (transform([0, 0, 0]), transform([1.125, 0, 0])),
    (transform([0, 0, 0]), transform([0.125, 0, 0])),
    (transform([0, 0, 0]), transform([0.1, 0, 0])),
  ]

  /// Returns the id of an anchor by its number.
  private static func id(_ number: Int) -> String {
    "77777777-0000-4000-8000-0000000000\(10 + number)"
  }

  /// Returns what the list of a page says about each anchor.
  private func words(_ document: String) -> [String: String] {
    let rows = document.matches(
      of: /data-k="\d+" title="([0-9A-F-]{36})".*?class="how">([^<]*)<\/span>/)
    return Dictionary(rows.map { (String($0.1), String($0.2)) }) { first, _ in first }
  }

  /// The page describes a move as everything else does.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aBrowserWordsMovesAsCommandsDo() throws { try expectWordsOfCommands(of: Self.changes) }

  /// All lengths of a list have the same unit, which suits the longest.
  @Test(
    .enabled(if: InstalledBrowser.isExpected, "chromium is not installed"),
    arguments: [
      [0.0004, 0.0005, 0.00004, 0.0099], [0.0996, 0.0994, 0.0005, 0.00004, 0.00996],
      [0.0996, 1, 0.0005, 0.0004, 9.996], [9999.996, 0.5], [999.96, 12345.6, 1e5, 2e9],
    ] as [[Float]])
  func aBrowserWordsLengthsInOneUnit(_ lengths: [Float]) throws {
    try expectWordsOfCommands(
      of: lengths.map { (Self.transform(.zero), Self.transform([$0 * 0.6, $0 * 0.8, 0])) })
  }

  private func expectWordsOfCommands(of changes: [(old: [Float], new: [Float])]) throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Workbench()
    var lines: [String] = []
    for (type, second) in [("created", "00"), ("moved", "30")] {
      for (number, change) in changes.enumerated() {
        let place = (type == "created" ? change.old : change.new).map { "\($0)" }
        lines.append(
          Kitchen.line(
            lines.count + 1, Self.id(number), type, "2024-06-17T10:00:\(second)Z",
            second == "00" ? 1 : 2,
            #","transform":[\#(place.joined(separator: ","))]"#))
      }
    }
    try bench.writeLog(lines)
    let page = try ExportedPage(bench)
    let look = try browser.look(
      at: page.file, fragment: "a=2024-06-17T10:00:00Z&b=2024-06-17T10:00:30Z&compare")
    #expect(look.complaints == [])
    let shown = words(look.document)
    #expect(shown.count == changes.count)
    let texts = changes.map { ChangeText(transforms: $0, metadata: nil) }
    let unit = LengthUnit(ofColumn: texts.map(\.distance))
    for (number, text) in texts.map({ $0.short(in: unit).plain }).enumerated() {
      #expect(shown[Self.id(number)]?.replacing("&lt;", with: "<") == text, "change \(number)")
    }
  }

  private func metadata(_ value: String) throws -> [String: AnyCodableValue] {
    try JSONDecoder().decode(
      [String: AnyCodableValue].self, from: Data(#"{"text":\#(value)}"#.utf8))
  }

  /// Values that differ at their ends, or invisibly, and characters that must not be cut in two.
  private static let values = [
    ("\"\(String(repeating: "x", count: 60))A\"", "\"\(String(repeating: "x", count: 60))B\""),
    ("\"milk\"", "\"bread\""), ("1", "2.5"), ("[1,2]", "null"),
    // Written from right to left: each stays on its side of the arrow.
    ("\"ישן\"", "\"חדש\""),
    // They differ only beyond what the details show.
    (
      "\"\(String(repeating: "y", count: 3000))A\"",
      "\"\(String(repeating: "y", count: 3000))B\""
    ),
    // The same text in different scalars.
    (#""caf\u00e9""#, #""cafe\u0301""#),
    (
      "\"\(String(repeating: "z", count: 50))\u{e9}\"",
      "\"\(String(repeating: "z", count: 50))e\u{301}\""
    ),
    ("\"\(String(repeating: "👩‍👩‍👧", count: 45))\"", "\"none\""),
  ]

  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aBrowserWordsValuesAsCommandsDo() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Workbench()
    var lines: [String] = []
    let all = Self.values + [(#""\n""#, #""\u240a""#)]
    for (second, version) in [("00", 1), ("30", 2)] {
      for (number, values) in all.enumerated() {
        let value = version == 1 ? values.0 : values.1
        lines.append(
          Kitchen.line(
            lines.count + 1, Self.id(number), version == 1 ? "created" : "updated",
            "2024-06-17T10:00:\(second)Z", version,
            (version == 1 ? #","transform":\#(Kitchen.transform("0.0023", "0", "1012.5"))"# : "")
              + #","metadata":{"text":\#(value)}"#))
      }
    }
    try bench.writeLog(lines)
    let page = try ExportedPage(bench)
    let look = try browser.look(
      at: page.file,
      fragment: "a=2024-06-17T10:00:00Z&b=2024-06-17T10:00:30Z&compare&select=77777777")
    #expect(look.complaints == [])
    let shown = words(look.document)
    for (number, values) in Self.values.dropLast().enumerated() {
      let (old, new) = (try metadata(values.0), try metadata(values.1))
      let text = ChangeText(transforms: nil, metadata: (old, new)).short.plain
      let isolates: Set<Unicode.Scalar> = ["\u{2068}", "\u{2069}"]
      let words = shown[Self.id(number)]
      #expect(words?.filter { !isolates.contains($0.unicodeScalars.first ?? " ") } == text)
    }
    #expect(shown[Self.id(Self.values.count - 1)]?.hasSuffix("👩… → none") == true)
    #expect(words(look.document)[Self.id(4)] == "text: \u{2068}ישן\u{2069} → \u{2068}חדש\u{2069}")
    // They look alike on a page that shows all text safely.
    #expect(shown[Self.id(Self.values.count)] == "updated")
    #expect(look.document.contains("<dd>0.00, 0.00, 1012.50 m</dd>"))
  }

  /// Even if the displayed form of a key, such as the empty one, is not what it is ordered by.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aBrowserOrdersKeysAsCommandsDo() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Workbench()
    func metadata(_ value: String) -> String {
      #","metadata":{"a.b":\#(value),"\u202e":\#(value)," sp":\#(value),"":\#(value)}"#
    }
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-17T10:00:00Z", 1,
        #","transform":\#(Kitchen.transform("0", "0", "0"))"# + metadata("1")),
      Kitchen.line(2, Kitchen.lamp, "updated", "2024-06-17T11:00:00Z", 2, metadata("2")),
    ])
    let page = try ExportedPage(bench)
    let look = try browser.look(
      at: page.file, fragment: "a=2024-06-17T10:00:00Z&compare&select=4444")
    #expect(look.complaints == [])
    let text = "\"\": 1 → 2,  sp: 1 → 2, a.b: 1 → 2, \\u{202e}: 1 → 2"
    #expect(bench.run("diff", "--from", "start", "--to", "end").output.contains(text))
    #expect(words(look.document)[Kitchen.lamp] == text)
    let keys = look.document.matches(of: /<dt>([^<]*)<\/dt><dd>2<\/dd>/).map { String($0.1) }
    #expect(keys == ["\"\"", " sp", "a.b", #"\u{202e}"#])
  }

  /// An anchor that made a small move is not unchanged, unless it is back in its place.
  @Test(.enabled(if: InstalledBrowser.isExpected, "chromium is not installed"))
  func aPageCountsWhatIsBelowTheThresholdAsADiffDoes() throws {
    let browser = try #require(InstalledBrowser())
    let bench = try Workbench()
    // Of five anchors one stays, one goes far, one near, one near and back, and one far and almost back.
    let places = [["0"], ["0", "2"], ["0", "0.01"], ["0", "0.01", "0"], ["0", "2", "0.01"]]
    var lines: [String] = []
    for step in 0..<3 {
      for (number, places) in places.enumerated() where step < places.count {
        lines.append(
          Kitchen.line(
            lines.count + 1, Self.id(number), step == 0 ? "created" : "moved",
            "2024-06-17T1\(step):00:00Z", step + 1,
            #","transform":\#(Kitchen.transform(places[step], "0", "\(number)"))"#))
      }
    }
    try bench.writeLog(lines)
    let page = try ExportedPage(bench, ["--min-move", "0.05", "--min-turn", "1"])
    for (from, to, counts) in [
      ("10", "12", ["~ 1 moved", "• 2 unchanged", "2 moved or turned less than the threshold"]),
      ("10", "11", ["~ 2 moved", "• 1 unchanged", "2 moved or turned less than the threshold"]),
      ("11", "12", ["~ 1 moved", "• 3 unchanged", "1 moved or turned less than the threshold"]),
    ] {
      let dates = ["2024-06-17T\(from):00:00Z", "2024-06-17T\(to):00:00Z"]
      let diff = bench.run(
        "diff", "--from", dates[0], "--to", dates[1], "--min-move", "0.05", "--min-turn", "1")
      let look = try browser.look(at: page.file, fragment: "a=\(dates[0])&b=\(dates[1])&compare")
      #expect(look.complaints == [])
      let shown = look.document.firstMatch(of: /<p id="counts">(.*?)<\/p>/)?.1 ?? ""
      #expect(shown.matches(of: />([^<]+)</).map { String($0.1) } == counts)
      let summary = counts.map { $0.trimmingPrefix(#/[~•] /#) }.joined(separator: " · ")
      #expect(diff.output.contains(summary))
    }
  }
}
